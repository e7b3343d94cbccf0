import type { Clock } from "../../shared/clock.ts";
import { pause } from "../../shared/waiting.ts";
import type { SellerError, SellerErrorKind } from "../client/sellerError.ts";
import type { WriteEnd } from "../write/journaledWrite.ts";
import { Gate } from "./gate.ts";
import type { LineStates, RowState } from "./lineStates.ts";
import type { CheckedRow } from "./rowCheck.ts";

/** A row that may be written. */
export type ValidRow = CheckedRow & Required<Pick<CheckedRow, "input">>;

export interface ImportDeps {
  /** The file's rows, checked again; the same file gives the same ones. */
  readonly rows: AsyncIterable<CheckedRow>;
  /** One attempt at one row. */
  readonly write: (row: ValidRow) => Promise<WriteEnd>;
  /** Whether a row would change nothing, so that it is not sent. */
  readonly isUnchanged?: (row: ValidRow) => boolean;
  /** Whether a row may be repeated after a failure that leaves open whether it was done. */
  readonly isIdempotent: boolean;
  /** What an earlier run did; kept up to date by this one. */
  readonly states: LineStates;
  /** Resolves when it is kept. */
  readonly note: (line: number, state: RowState) => Promise<void>;
  /** A row that was not written, and never will be by this run. */
  readonly onFailed: (row: CheckedRow, error: SellerError | undefined) => Promise<void>;
  readonly onProgress: () => void;
  readonly clock: Clock;
  /** Rows under way at the same time. */
  readonly concurrency?: number;
}

export interface ImportProgress {
  readonly done: number;
  readonly failed: number;
  readonly unknown: number;
  readonly invalid: number;
  readonly unchanged: number;
}

/** With these every row would fail: the run waits until somebody has seen to it. */
const haltingKinds: ReadonlySet<SellerErrorKind> = new Set([
  "noCredentials",
  "credentials",
  "secretStore",
  "mismatch",
  "address",
  "redirected",
  "notThePortal",
  "unreachable",
  "insecure",
  "unauthorized",
  "forbidden",
]);

const maxAttempts = 4;
const firstPauseMs = 1_000;
const maxPauseMs = 60_000;

/**
 * Writes the valid rows of a file, several at once. A row with errors is never sent, a row that is done is
 * never sent again, and one of which nobody knows is sent again only where that does no harm.
 */
export class ImportRun {
  readonly #deps: ImportDeps;
  readonly #gate = new Gate();
  readonly #cancel = new AbortController();
  #haltedBy: SellerError | undefined;
  #broken: { readonly error: unknown } | undefined;
  #holdUntil = 0;
  /** How often somebody said that it may go on. */
  #resumes = 0;

  constructor(deps: ImportDeps) {
    this.#deps = deps;
  }

  get progress(): ImportProgress {
    const { states } = this.#deps;
    return {
      done: states.count("done"),
      failed: states.count("failed"),
      unknown: states.count("unknown"),
      invalid: states.count("invalid"),
      unchanged: states.count("unchanged"),
    };
  }

  get isPaused(): boolean {
    return !this.#gate.isOpen;
  }

  /** Why it paused by itself. */
  get haltedBy(): SellerError | undefined {
    return this.#haltedBy;
  }

  /** Rows under way end; no further one begins. */
  pause(): void {
    this.#gate.close();
    this.#deps.onProgress();
  }

  resume(): void {
    this.#haltedBy = undefined;
    this.#resumes += 1;
    this.#gate.open();
    this.#deps.onProgress();
  }

  /** As `pause`, and for good: what was not begun stays as it is and can be taken up by another run. */
  cancel(): void {
    this.#cancel.abort();
    this.#gate.open();
  }

  /** Rejects only if rows cannot be read or noted; what goes wrong with a row is counted. */
  async run(): Promise<"finished" | "cancelled"> {
    const { rows, concurrency = 4 } = this.#deps;
    const underWay = new Set<Promise<void>>();
    try {
      for await (const row of rows) {
        await this.#gate.passed();
        if (this.#isOver) {
          break;
        }
        const work = this.#begin(row);
        if (work) {
          const tracked = work.catch((error: unknown) => this.#breakOff(error));
          const task = tracked.finally(() => underWay.delete(task));
          underWay.add(task);
        }
        if (underWay.size >= concurrency) {
          await Promise.race(underWay);
        }
      }
    } finally {
      await Promise.all(underWay);
    }
    if (this.#broken) {
      throw new Error("The import broke off", { cause: this.#broken.error });
    }
    return this.#cancel.signal.aborted ? "cancelled" : "finished";
  }

  get #isOver(): boolean {
    return this.#cancel.signal.aborted || this.#broken !== undefined;
  }

  #breakOff(error: unknown): void {
    this.#broken ??= { error };
    this.cancel();
  }

  /** Undefined if there is nothing to do for the row. */
  #begin(row: CheckedRow): Promise<void> | undefined {
    const { states, isIdempotent } = this.#deps;
    const state = states.get(row.row.line);
    if (!isValid(row)) {
      return state === "invalid" ? undefined : this.#end(row, "invalid");
    }
    if (state === "done" || state === "failed") {
      return undefined;
    }
    if (state !== undefined && !isIdempotent) {
      return state === "sent" ? this.#end(row, "unknown") : undefined;
    }
    if (this.#deps.isUnchanged?.(row) === true) {
      // Nothing of it has to be kept: another run compares it again.
      states.set(row.row.line, "unchanged");
      this.#deps.onProgress();
      return undefined;
    }
    return this.#write(row);
  }

  async #write(row: ValidRow): Promise<void> {
    const { write, isIdempotent } = this.#deps;
    for (let attempt = 1; ;) {
      await this.#turn();
      if (this.#cancel.signal.aborted) {
        return;
      }
      if (!isIdempotent) {
        await this.#deps.note(row.row.line, "sent");
      }
      const resumes = this.#resumes;
      const end = await write(row);
      if (end.outcome === "done") {
        return await this.#end(row, "done");
      }
      const next = this.#next(end, attempt, resumes);
      if (next === "end") {
        return await this.#end(row, end.outcome, end.error);
      }
      attempt = next === "halt" ? 1 : attempt + 1;
    }
  }

  /** What follows an attempt that was not done; waiting is arranged for on the way. */
  #next(
    { outcome, error }: Exclude<WriteEnd, { outcome: "done" }>,
    attempt: number,
    resumes: number,
  ): Next {
    const { isIdempotent } = this.#deps;
    if (outcome === "unknown" && !isIdempotent) {
      return "end";
    }
    if (error.kind === "rateLimited") {
      this.#hold(error.details.retryAfterMs ?? pauseMs(attempt));
      return "again";
    }
    if (outcome === "unknown" || error.kind === "unreachable") {
      if (attempt < maxAttempts) {
        this.#hold(error.details.retryAfterMs ?? pauseMs(attempt));
        return "again";
      }
    }
    if (haltingKinds.has(error.kind)) {
      // Where it went on since, this failure is of before.
      if (resumes === this.#resumes) {
        this.#haltedBy = error;
        this.pause();
      }
      return "halt";
    }
    return "end";
  }

  /** Nobody sends anything for this long. */
  #hold(ms: number): void {
    this.#holdUntil = Math.max(this.#holdUntil, this.#deps.clock.now() + ms);
  }

  /** Until the run is neither paused nor held up. */
  async #turn(): Promise<void> {
    const { clock } = this.#deps;
    for (;;) {
      await this.#gate.passed();
      const ms = this.#holdUntil - clock.now();
      if (ms <= 0 || this.#cancel.signal.aborted) {
        return;
      }
      await pause(this.#deps.clock, ms, this.#cancel.signal);
    }
  }

  async #end(row: CheckedRow, state: RowState, error?: SellerError): Promise<void> {
    const { line } = row.row;
    if (state === "failed" || state === "invalid") {
      await this.#deps.onFailed(row, error);
    }
    await this.#deps.note(line, state);
    this.#deps.states.set(line, state);
    this.#deps.onProgress();
  }
}

type Next = "again" | "halt" | "end";

function isValid(row: CheckedRow): row is ValidRow {
  return row.input !== undefined;
}

function pauseMs(attempt: number): number {
  return Math.min(firstPauseMs * 2 ** (attempt - 1), maxPauseMs);
}
