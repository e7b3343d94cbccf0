import { totalmem } from "node:os";

import { ApiError } from "./apiError.ts";

export interface ByteOwner {
  readonly tokenId?: string;
  readonly userId?: string;
  readonly address?: string;
}

export interface HeldLimits {
  readonly process: number;
  readonly token: number;
  readonly person: number;
  readonly address: number;
}

const megabyte = 1024 * 1024;

/** Share of the machine's memory; each body is in memory up to three times. */
const machineShare = 1 / 8;

export function heldLimits(processes = 1): HeldLimits {
  const contained = process.constrainedMemory();
  const memory = contained > 0 ? Math.min(contained, totalmem()) : totalmem();
  const all = Math.min(Math.max(memory * machineShare, 256 * megabyte), 1024 * megabyte);
  return {
    process: Math.max(all / processes, 128 * megabyte),
    token: 96 * megabyte,
    person: 128 * megabyte,
    address: 16 * megabyte,
  };
}

export class HeldBytes {
  readonly #limits: HeldLimits;
  readonly #used = new Map<string, number>();

  constructor(limits: HeldLimits) {
    this.#limits = limits;
  }

  /** Throws an `ApiError` (429, 503). The only request of an owner always fits. */
  take(owner: ByteOwner, bytes: number, own: number): void {
    const places = placesOf(owner, this.#limits);
    const full = places.find(({ key, limit }) => {
      const used = this.#used.get(key) ?? 0;
      return used > own && used + bytes > limit;
    });
    if (full) {
      throw full.error();
    }
    for (const { key } of places) {
      this.#used.set(key, (this.#used.get(key) ?? 0) + bytes);
    }
  }

  give(owner: ByteOwner, bytes: number): void {
    for (const { key } of placesOf(owner, this.#limits)) {
      const left = (this.#used.get(key) ?? 0) - bytes;
      if (left > 0) {
        this.#used.set(key, left);
      } else {
        this.#used.delete(key);
      }
    }
  }
}

export class HeldRequest {
  readonly #all: HeldBytes;
  #owner: ByteOwner;
  #body = 0;
  #answer = 0;
  #isOver = false;

  constructor(all: HeldBytes, owner: ByteOwner) {
    this.#all = all;
    this.#owner = owner;
  }

  /** Call before any bytes are held. */
  belongsTo(owner: ByteOwner): void {
    if (this.#body + this.#answer === 0) {
      this.#owner = owner;
    }
  }

  addBody(bytes: number): void {
    this.#take(bytes);
    this.#body += bytes;
  }

  addAnswer(bytes: number): void {
    this.#take(bytes);
    this.#answer += bytes;
  }

  answerOf(bytes: number): void {
    if (bytes > this.#answer) {
      this.addAnswer(bytes - this.#answer);
    }
  }

  release(): void {
    this.#isOver = true;
    this.#all.give(this.#owner, this.#body + this.#answer);
    this.#body = 0;
    this.#answer = 0;
  }

  #take(bytes: number): void {
    if (this.#isOver) {
      throw busy();
    }
    this.#all.take(this.#owner, bytes, this.#body + this.#answer);
  }
}

interface Place {
  readonly key: string;
  readonly limit: number;
  readonly error: () => ApiError;
}

function placesOf({ tokenId, userId, address }: ByteOwner, limits: HeldLimits): readonly Place[] {
  const { token, person } = limits;
  return [
    ...(tokenId === undefined
      ? []
      : [{ key: `token ${tokenId}`, limit: token, error: () => tooMuch("This token", token) }]),
    ...(userId === undefined
      ? []
      : [{ key: `person ${userId}`, limit: person, error: () => tooMuch("This user", person) }]),
    ...(address === undefined
      ? []
      : [{ key: `address ${address}`, limit: limits.address, error: busy }]),
    { key: "process", limit: limits.process, error: busy },
  ];
}

function tooMuch(who: string, limit: number): ApiError {
  const most = Math.floor(limit / megabyte);
  return new ApiError(
    429,
    `${who} has too many large requests and answers in progress (at most ${most} MB at once). ` +
      "Send the next when one has ended.",
    { code: "rate_limit_exceeded", headers: { "retry-after": "2" } },
  );
}

function busy(): ApiError {
  return new ApiError(
    503,
    "The hub has as many large requests in progress as its memory allows. Try again.",
    { code: "hub_busy", headers: { "retry-after": "5" } },
  );
}
