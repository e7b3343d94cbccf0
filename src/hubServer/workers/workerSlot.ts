import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

import type { Clock } from "../../shared/base/clock.ts";
import type { OpenRequests } from "../governance/budgets/arrivals.ts";
import { timeBetween } from "../values/timeBetween.ts";
import type { Order, WorkerStart } from "./messages.ts";
import type { ApiStore } from "./storeCalls.ts";
import { WorkerLink } from "./workerLink.ts";

export interface WorkerProcess {
  readonly pid: number | undefined;
  readonly kill: () => void;
  readonly give: (connection: Socket) => void;
  readonly onExit: (listener: (how: string) => void) => void;
}

export type ForkWorker = (inner: {
  readonly path: string;
  readonly secret: string;
}) => WorkerProcess;

export interface SlotDeps {
  readonly number: number;
  readonly clock: Clock;
  readonly store: ApiStore;
  readonly openRequests: OpenRequests;
  readonly fork: ForkWorker;
  readonly newSecret: () => string;
  readonly onError: (message: string) => void;
  readonly onFree: () => void;
}

const pingMs = 3_000;
const maxUnanswered = 4;
const maxUnansweredAtStart = 20;

const firstWaitMs = 250;
const maxWaitMs = 30_000;
const soundMs = 60_000;

const exitMs = 1_000;

interface Starting {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** The wait before a restart doubles while workers end at once. */
export class WorkerSlot {
  readonly #deps: SlotDeps;
  #inner: { readonly path: string; readonly start: WorkerStart } | undefined;
  /** False until the worker confirms its connection: a hanging worker gets at most one. */
  #isFree = false;
  /** The socket that was handed over, but not confirmed yet. */
  #given: Socket | undefined;
  #secret: string | undefined;
  #process: WorkerProcess | undefined;
  #link: WorkerLink | undefined;
  #starting: Starting | undefined;
  #stopped: (() => void) | undefined;
  #startedAt = 0;
  #waitMs = firstWaitMs;
  #unanswered = 0;
  #cancelTimer: () => void = () => undefined;

  constructor(deps: SlotDeps) {
    this.#deps = deps;
  }

  get secret(): string | undefined {
    return this.#secret;
  }

  get isFree(): boolean {
    return this.#isFree;
  }

  start(path: string, start: WorkerStart): Promise<void> {
    this.#inner = { path, start };
    return new Promise((resolve, reject) => {
      this.#starting = { resolve, reject };
      this.#run();
    });
  }

  join(stream: Duplex, head: Buffer): void {
    const { store, openRequests } = this.#deps;
    // The channel's end may be noticed after the next process has begun.
    const process = this.#process;
    const link = new WorkerLink(stream, head, {
      store,
      openRequests,
      listener: {
        onReady: () => {
          this.#starting?.resolve();
          this.#starting = undefined;
          this.#free();
        },
        onTaken: () => this.#free(),
        onFailed: (message) => this.#failed(message),
        // A worker without its channel is useless.
        onClose: () => process?.kill(),
      },
    });
    this.#link = link;
    this.#unanswered = 0;
    if (this.#inner) {
      link.send({ kind: "start", start: this.#inner.start });
    }
  }

  async ask(order: Order): Promise<string | undefined> {
    return this.#link?.ask(order);
  }

  give(connection: Socket): void {
    this.#isFree = false;
    this.#given = connection;
    this.#process?.give(connection);
  }

  stop(drainMs: number): Promise<void> {
    this.#cancelTimer();
    const process = this.#process;
    if (!process) {
      return Promise.resolve();
    }
    this.#isFree = false;
    return new Promise((resolve) => {
      this.#stopped = resolve;
      if (this.#link) {
        this.#link.send({ kind: "stop", drainMs });
        this.#cancelTimer = this.#deps.clock.startTimer(process.kill, drainMs + exitMs);
      } else {
        process.kill();
      }
    });
  }

  #run(): void {
    const { clock, fork, newSecret } = this.#deps;
    this.#secret = newSecret();
    this.#unanswered = 0;
    this.#startedAt = clock.now();
    const process = fork({ path: this.#inner?.path ?? "", secret: this.#secret });
    this.#process = process;
    process.onExit((how) => this.#ended(how));
    this.#pingLater();
  }

  #free(): void {
    this.#letGo();
    this.#isFree = !this.#stopped;
    this.#deps.onFree();
  }

  /** Releases the connection, which ends only if no worker has it. */
  #letGo(): void {
    this.#given?.destroy();
    this.#given = undefined;
  }

  #failed(message: string): void {
    if (this.#starting) {
      this.#starting.reject(new Error(message));
      this.#starting = undefined;
    } else {
      this.#deps.onError(message);
    }
  }

  #ended(how: string): void {
    const { number, clock, onError } = this.#deps;
    const pid = this.#process?.pid;
    this.#cancelTimer();
    this.#process = undefined;
    this.#secret = undefined;
    this.#isFree = false;
    this.#letGo();
    this.#link?.close();
    this.#link = undefined;
    if (this.#stopped) {
      this.#stopped();
      return;
    }
    if (this.#starting) {
      this.#failed(`Worker ${number} ended at its start (${how}).`);
      return;
    }
    const waitMs = this.#nextWait();
    onError(`Worker ${number} (process ${pid}) ended (${how}); another starts in ${waitMs} ms.`);
    this.#cancelTimer = clock.startTimer(() => this.#run(), waitMs);
  }

  #nextWait(): number {
    const wasSound = timeBetween(this.#startedAt, this.#deps.clock.now()) >= soundMs;
    const waitMs = wasSound ? firstWaitMs : this.#waitMs;
    this.#waitMs = Math.min(waitMs * 2, maxWaitMs);
    return waitMs;
  }

  /**
   * Sends the next ping. Counts pings instead of time, so that after a sleep each worker has a ping's time to answer.
   */
  #pingLater(): void {
    this.#cancelTimer = this.#deps.clock.startTimer(() => {
      if (this.#unanswered >= (this.#link ? maxUnanswered : maxUnansweredAtStart)) {
        this.#deps.onError(`Worker ${this.#deps.number} hangs: its process is ended.`);
        this.#process?.kill();
        return;
      }
      void this.#ping();
      this.#pingLater();
    }, pingMs);
  }

  async #ping(): Promise<void> {
    const link = this.#link;
    this.#unanswered += 1;
    const text = await link?.ask("ping");
    if (text !== undefined && link === this.#link) {
      this.#unanswered = 0;
    }
  }
}
