import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

import type { Clock } from "../../shared/base/clock.ts";
import { within } from "../../shared/base/waiting.ts";
import type { OpenRequests } from "../governance/budgets/arrivals.ts";
import type { Order, WorkerStart } from "./messages.ts";
import type { ApiStore } from "./storeCalls.ts";
import { type ForkWorker, WorkerSlot } from "./workerSlot.ts";

const forgetMs = 1_000;
const textMs = 1_000;

const startMs = 60_000;

const maxWaiting = 4_096;

export interface FleetDeps {
  readonly size: number;
  readonly clock: Clock;
  readonly store: ApiStore;
  readonly openRequests: OpenRequests;
  readonly fork: ForkWorker;
  readonly onError: (message: string) => void;
}

export class Fleet {
  readonly #slots: readonly WorkerSlot[];
  readonly #clock: Clock;
  readonly #waiting: Socket[] = [];
  #turn = 0;

  constructor({ size, ...deps }: FleetDeps) {
    this.#clock = deps.clock;
    this.#slots = Array.from(
      { length: size },
      (_, index) =>
        new WorkerSlot({
          ...deps,
          number: index + 1,
          newSecret: () => randomBytes(32).toString("hex"),
          onFree: () => this.#handOut(),
        }),
    );
  }

  readonly knows = (secret: string): boolean => this.#slotOf(secret) !== undefined;

  readonly join = (secret: string, stream: Duplex, head: Buffer): void => {
    this.#slotOf(secret)?.join(stream, head);
  };

  async start(path: string, start: WorkerStart): Promise<void> {
    const ready = Promise.all(this.#slots.map((slot) => slot.start(path, start)));
    if (!(await within(this.#clock, startMs, ready))) {
      throw new Error(
        "The workers did not start in time. Is this machine out of memory? Give fewer with --workers.",
      );
    }
  }

  readonly give = (connection: Socket): void => {
    if (this.#waiting.length >= maxWaiting) {
      connection.destroy();
      return;
    }
    this.#waiting.push(connection);
    this.#handOut();
  };

  readonly forget = async (): Promise<void> => {
    await Promise.all(this.#slots.map((slot) => within(this.#clock, forgetMs, slot.ask("forget"))));
  };

  readonly metrics = (): Promise<readonly string[]> => this.#texts("metrics");

  readonly health = (): Promise<readonly string[]> => this.#texts("health");

  async stop(drainMs: number): Promise<void> {
    for (const connection of this.#waiting.splice(0)) {
      connection.destroy();
    }
    await Promise.all(this.#slots.map((slot) => slot.stop(drainMs)));
  }

  async #texts(order: Order): Promise<readonly string[]> {
    const texts = await Promise.all(
      this.#slots.map((slot) => within(this.#clock, textMs, slot.ask(order))),
    );
    return texts.flatMap((text) => (text === undefined || text === "" ? [] : [text]));
  }

  #handOut(): void {
    for (;;) {
      const slot = this.#nextFree();
      const connection = slot && this.#waiting.shift();
      if (!slot || !connection) {
        return;
      }
      slot.give(connection);
    }
  }

  #nextFree(): WorkerSlot | undefined {
    const behind = [...this.#slots.slice(this.#turn), ...this.#slots.slice(0, this.#turn)];
    const slot = behind.find(({ isFree }) => isFree);
    if (slot && this.#waiting.length > 0) {
      this.#turn = (this.#slots.indexOf(slot) + 1) % this.#slots.length;
    }
    return slot;
  }

  #slotOf(secret: string): WorkerSlot | undefined {
    return this.#slots.find((slot) => slot.secret === secret);
  }
}
