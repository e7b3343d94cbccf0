import type { IncomingMessage } from "node:http";

import { ApiError } from "./apiError.ts";
import type { HeldRequest } from "./heldBytes.ts";
import { CollectedBytes, sharedBytes, sharedFrom } from "./sharedBytes.ts";
import type { StalledClients } from "./stalledClients.ts";

/** Claude Code and other clients send up to 32 MB. */
const maxBodyBytes = 32 * 1024 * 1024;

/** Of clients that are not known yet. */
export const maxUnknownBytes = 1024 * 1024;

const leastProgress = 4 * 1024;

export interface BodyReading {
  readonly held: HeldRequest;
  readonly isKnown: boolean;
  readonly stalled: StalledClients;
  readonly patienceMs: number;
}

/** Counts the announced length before reading. Rejects with an `ApiError`: 408, 413, 415, 429, 503. */
export function readBody(incoming: IncomingMessage, reading: BodyReading): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    new Body(incoming, reading, { resolve, reject }).read();
  });
}

interface Outcome {
  readonly resolve: (bytes: Uint8Array) => void;
  readonly reject: (error: unknown) => void;
}

class Body {
  readonly #incoming: IncomingMessage;
  readonly #reading: BodyReading;
  readonly #outcome: Outcome;
  readonly #announced: number | undefined;
  readonly #maxBytes: number;
  readonly #pieces = new CollectedBytes();
  /** The whole body. Empty memory pages take no memory of the machine. */
  #whole: Uint8Array | undefined;
  #size = 0;
  #unwatch: () => void = () => undefined;

  constructor(incoming: IncomingMessage, reading: BodyReading, outcome: Outcome) {
    this.#incoming = incoming;
    this.#reading = reading;
    this.#outcome = outcome;
    const length = incoming.headers["content-length"];
    this.#announced = length === undefined ? undefined : Number(length);
    this.#maxBytes = reading.isKnown ? maxBodyBytes : maxUnknownBytes;
  }

  read(): void {
    const { stalled, patienceMs, held, isKnown } = this.#reading;
    const announced = this.#announced ?? 0;
    if (!/^(?:identity)?$/iu.test(this.#incoming.headers["content-encoding"] ?? "")) {
      this.#refuse(compressed());
      return;
    }
    if (announced > this.#maxBytes) {
      this.#refuse(tooLarge(this.#maxBytes));
      return;
    }
    // Only with a token: other clients could announce much and send nothing.
    if (isKnown && announced > 0 && !this.#attempt(() => held.addBody(announced))) {
      return;
    }
    this.#whole = isKnown && announced > sharedFrom ? sharedBytes(announced) : undefined;
    this.#incoming.on("data", (piece: Uint8Array) => this.#take(piece));
    this.#incoming.on("end", () => {
      this.#unwatch();
      this.#outcome.resolve(this.#whole ?? this.#pieces.join());
    });
    this.#incoming.on("error", (error) => {
      this.#unwatch();
      this.#outcome.reject(error);
    });
    this.#unwatch = stalled.watch({
      progress: () => this.#size,
      least: leastProgress,
      patienceMs,
      cut: () => this.#refuse(stalledBody()),
    });
  }

  #take(piece: Uint8Array): void {
    const at = this.#size;
    this.#size += piece.length;
    if (this.#size > this.#maxBytes) {
      this.#refuse(tooLarge(this.#maxBytes));
      return;
    }
    const isCounted = this.#announced !== undefined && this.#reading.isKnown;
    if (!isCounted && !this.#attempt(() => this.#reading.held.addBody(piece.length))) {
      return;
    }
    if (this.#whole) {
      this.#whole.set(piece, at);
    } else {
      this.#pieces.add(piece);
    }
  }

  #attempt(work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      this.#refuse(error);
      return false;
    }
  }

  #refuse(error: unknown): void {
    this.#unwatch();
    this.#whole = undefined;
    this.#pieces.clear();
    this.#incoming.removeAllListeners("data");
    // Discards the rest of the body, so that the client can read the answer.
    this.#incoming.resume();
    this.#outcome.reject(error);
  }
}

function tooLarge(maxBytes: number): ApiError {
  const most = maxBytes === maxBodyBytes ? "32 MB" : "1 MB here";
  return new ApiError(413, `The request is too large (at most ${most}).`, {
    type: "request_too_large",
    code: "request_too_large",
  });
}

/** The error for a compressed body, whose unpacked size has no bound. */
function compressed(): ApiError {
  return new ApiError(415, "The request's body is compressed. Send it without Content-Encoding.", {
    code: "unsupported_encoding",
    headers: { "accept-encoding": "identity" },
  });
}

function stalledBody(): ApiError {
  return new ApiError(408, "The rest of the request did not come. Send it again.", {
    code: "request_timeout",
    headers: { connection: "close" },
  });
}
