import type { Clock } from "../../../shared/base/clock.ts";
import { pause } from "../../../shared/base/waiting.ts";
import type { FailedEnd, WriteEnd } from "../../write/journaledWrite.ts";
import { Gate } from "./gate.ts";
import { ImportHalt, isHalting } from "./importHalt.ts";

export interface PaceDeps {
  readonly clock: Clock;
  readonly isIdempotent: boolean;
  readonly signal: AbortSignal;
}

/** `halt`: the run is paused already, or this kind of failure is skipped; `paused`: it pauses now. */
export type AfterAttempt = "again" | "end" | "halt" | "paused";

const maxAttempts = 4;
const firstPauseMs = 1_000;
const maxPauseMs = 60_000;

export class ImportPace {
  readonly halt = new ImportHalt();
  readonly #deps: PaceDeps;
  readonly #gate = new Gate();
  #holdUntil = 0;
  #resumes = 0;

  constructor(deps: PaceDeps) {
    this.#deps = deps;
  }

  get isPaused(): boolean {
    return !this.#gate.isOpen;
  }

  get resumes(): number {
    return this.#resumes;
  }

  pause(): void {
    this.#gate.close();
  }

  resume(): void {
    this.halt.clear();
    this.#resumes += 1;
    this.#gate.open();
  }

  release(): void {
    this.#gate.open();
  }

  async passed(): Promise<void> {
    await this.#gate.passed();
  }

  /** Waits while the run is paused or the portal asks for a break. */
  async turn(): Promise<void> {
    const { clock, signal } = this.#deps;
    for (;;) {
      await this.#gate.passed();
      const ms = this.#holdUntil - clock.now();
      if (ms <= 0 || signal.aborted) {
        return;
      }
      await pause(clock, ms, signal);
    }
  }

  /** Sets the break before a repetition, and pauses the run if the person must decide. */
  next(
    line: number,
    { outcome, error }: FailedEnd,
    { attempt, resumes }: { readonly attempt: number; readonly resumes: number },
  ): AfterAttempt {
    if (outcome === "unknown" && !this.#deps.isIdempotent) {
      return "end";
    }
    const isRepeated =
      error.kind === "rateLimited" || (mayPass(outcome, error) && attempt < maxAttempts);
    if (isRepeated && outcome !== "complaint") {
      this.#hold(error.details.retryAfterMs ?? pauseMs(attempt));
      return "again";
    }
    // A write without a token was not sent and is not the row's fault.
    if (outcome !== "notDone" && !isHalting(error)) {
      return "end";
    }
    // An attempt from before the last resume must not pause the run again.
    if (resumes === this.#resumes && this.halt.waits({ line, error, outcome })) {
      this.pause();
      return "paused";
    }
    return "halt";
  }

  async wasSkipped(line: number, { outcome, error }: FailedEnd): Promise<boolean> {
    await this.#gate.passed();
    return this.halt.isSkipped({ line, error, outcome }) && !this.#deps.signal.aborted;
  }

  #hold(ms: number): void {
    this.#holdUntil = Math.max(this.#holdUntil, this.#deps.clock.now() + ms);
  }
}

function mayPass(outcome: WriteEnd["outcome"], error: FailedEnd["error"]): boolean {
  const isHindered = outcome === "notDone" && !isHalting(error);
  return outcome === "unknown" || isHindered || error.kind === "unreachable";
}

function pauseMs(attempt: number): number {
  return Math.min(firstPauseMs * 2 ** (attempt - 1), maxPauseMs);
}
