import { availableParallelism } from "node:os";

import type { Clock } from "../../shared/base/clock.ts";
import { ApiError } from "../http/apiError.ts";
import type { BodyJob, BodyOutcome, BodyResults } from "./bodyJobs.ts";
import { startBodyWorker } from "./bodyWorker.ts";

export interface BodyThread {
  readonly postMessage: (job: BodyJob) => void;
  readonly on: {
    (event: "message", listener: (outcome: BodyOutcome) => void): unknown;
    (event: "error", listener: (error: unknown) => void): unknown;
    (event: "exit", listener: () => void): unknown;
  };
  readonly terminate: () => Promise<unknown>;
}

export interface BodyPoolDeps {
  readonly clock: Clock;
  readonly start?: () => BodyThread;
  readonly size?: number;
}

export interface BodyOwner {
  readonly owner: string;
  /** On abort, a waiting job is dropped. */
  readonly signal: AbortSignal;
}

interface Waiting {
  readonly job: BodyJob;
  readonly resolve: (outcome: BodyOutcome) => void;
  readonly reject: (error: Error) => void;
}

interface Running extends Waiting {
  readonly owner: string;
  readonly cancelTimer: () => void;
}

/** More milliseconds than a slow machine needs for 32 MB. */
const maxMs = 30_000;

/** Waiting jobs per token; each holds up to 32 MB. */
const maxWaiting = 8;

/** Runs one job per token, in turns, so that a token with many bodies does not delay others. */
export class BodyPool {
  readonly #clock: Clock;
  readonly #start: () => BodyThread;
  readonly #size: number;
  readonly #idle: BodyThread[] = [];
  readonly #running = new Map<BodyThread, Running>();
  readonly #waiting = new Map<string, Waiting[]>();

  constructor({ clock, start = startBodyWorker, size }: BodyPoolDeps) {
    this.#clock = clock;
    this.#start = start;
    this.#size = size ?? Math.max(1, Math.min(2, availableParallelism() - 1));
  }

  async run<K extends BodyJob["kind"]>(
    { owner, signal }: BodyOwner,
    job: Extract<BodyJob, { kind: K }>,
  ): Promise<BodyResults[K]> {
    const outcome = await this.#enqueue(owner, job, signal);
    if (outcome.kind === "refused") {
      throw new ApiError(outcome.status, outcome.message, outcome.options);
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a thread answers a job with the result of its kind
    return outcome.result as BodyResults[K];
  }

  async close(): Promise<void> {
    const threads = [...this.#idle, ...this.#running.keys()];
    this.#idle.length = 0;
    const waiting = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    const running = [...this.#running.keys()].map((thread) => this.#end(thread));
    for (const job of [...running, ...waiting]) {
      job?.reject(new Error("The hub is closing."));
    }
    await Promise.all(threads.map((thread) => thread.terminate()));
  }

  #enqueue(owner: string, job: BodyJob, signal: AbortSignal): Promise<BodyOutcome> {
    if (signal.aborted) {
      return Promise.reject(clientLeft());
    }
    const waiting = this.#waiting.get(owner) ?? [];
    // An answer is already paid for, and the parallel limit bounds their number.
    if (waiting.length >= maxWaiting && job.kind !== "answer") {
      return Promise.reject(tooMany());
    }
    this.#waiting.set(owner, waiting);
    const ended = new AbortController();
    return new Promise<BodyOutcome>((resolve, reject) => {
      const entry = { job, resolve, reject };
      const leave = (): void => this.#withdraw(owner, entry);
      signal.addEventListener("abort", leave, { signal: ended.signal });
      waiting.push(entry);
      this.#next();
    }).finally(() => ended.abort());
  }

  #withdraw(owner: string, entry: Waiting): void {
    const waiting = this.#waiting.get(owner) ?? [];
    const others = waiting.filter((other) => other !== entry);
    if (others.length < waiting.length) {
      this.#keep(owner, others);
      entry.reject(clientLeft());
    }
  }

  #next(): void {
    const busy = new Set([...this.#running.values()].map(({ owner }) => owner));
    for (const [owner, [first, ...rest]] of this.#waiting) {
      if (busy.has(owner) || !first) {
        continue;
      }
      const thread = this.#free();
      if (!thread) {
        return;
      }
      this.#queue(owner, rest);
      busy.add(owner);
      this.#give(thread, owner, first);
    }
  }

  #queue(owner: string, waiting: Waiting[]): void {
    this.#waiting.delete(owner);
    this.#keep(owner, waiting);
  }

  #keep(owner: string, waiting: Waiting[]): void {
    if (waiting.length > 0) {
      this.#waiting.set(owner, waiting);
    } else {
      this.#waiting.delete(owner);
    }
  }

  #free(): BodyThread | undefined {
    const idle = this.#idle.pop();
    if (idle || this.#running.size >= this.#size) {
      return idle;
    }
    const thread = this.#start();
    thread.on("message", (outcome) => {
      const running = this.#end(thread);
      // A thread without a job was dropped: its result arrived before its exit.
      if (running) {
        this.#idle.push(thread);
        running.resolve(outcome);
        this.#next();
      }
    });
    thread.on("error", () => this.#drop(thread, unreadable()));
    thread.on("exit", () => this.#drop(thread, unreadable()));
    return thread;
  }

  #give(thread: BodyThread, owner: string, waiting: Waiting): void {
    const cancelTimer = this.#clock.startTimer(() => this.#drop(thread, unreadable()), maxMs);
    this.#running.set(thread, { ...waiting, owner, cancelTimer });
    thread.postMessage(waiting.job);
  }

  #end(thread: BodyThread): Running | undefined {
    const running = this.#running.get(thread);
    this.#running.delete(thread);
    if (running) {
      running.cancelTimer();
      this.#queue(running.owner, this.#waiting.get(running.owner) ?? []);
    }
    return running;
  }

  #drop(thread: BodyThread, reason: ApiError): void {
    const running = this.#end(thread);
    const index = this.#idle.indexOf(thread);
    if (index >= 0) {
      this.#idle.splice(index, 1);
    }
    void thread.terminate().catch(() => undefined);
    running?.reject(reason);
    this.#next();
  }
}

function tooMany(): ApiError {
  return new ApiError(
    429,
    "This token has too many large requests waiting. Send the next when one has been answered.",
    { code: "rate_limit_exceeded", headers: { "retry-after": "2" } },
  );
}

/** The error after a client left; only proxies log its status. */
function clientLeft(): ApiError {
  return new ApiError(499, "The client has left.");
}

function unreadable(): ApiError {
  return new ApiError(
    413,
    "The request is too large to be checked in time. Send less of it at once.",
    {
      type: "request_too_large",
      code: "request_too_large",
      headers: { "x-should-retry": "false" },
    },
  );
}
