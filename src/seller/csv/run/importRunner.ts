import type { SellerError } from "../../client/sellerError.ts";
import { type FailedEnd, NotNotedError, type WriteEnd } from "../../write/journaledWrite.ts";
import type { CheckedRow, ValidRow } from "../check/rowCheck.ts";
import {
  acceptedRows,
  ComplainedRows,
  type LastReading,
  type SeenAfter,
} from "./complainedRows.ts";
import type { ImportDeps, ImportProgress } from "./importDeps.ts";
import type { HaltingRow } from "./importHalt.ts";
import { ImportPace } from "./importPace.ts";
import type { RowState } from "./lineStates.ts";

const maxNotSeen = 200;
/** States after which the same import never sends a row again. */
const endStates: ReadonlySet<RowState> = new Set(["done", "failed", "complained", "accepted"]);

/**
 * Never sends a row with errors or a taken row. Repeats a row with an unknown outcome only if the call is idempotent.
 */
export class ImportRun {
  readonly #deps: ImportDeps;
  readonly #cancel = new AbortController();
  readonly #pace: ImportPace;
  readonly #complained = new ComplainedRows();
  #broken: { readonly error: unknown } | undefined;
  #notSeen: readonly number[] = [];

  constructor(deps: ImportDeps) {
    this.#deps = deps;
    this.#pace = new ImportPace({ ...deps, signal: this.#cancel.signal });
  }

  get progress(): ImportProgress {
    const { states } = this.#deps;
    return {
      done: states.count("done"),
      failed: states.count("failed"),
      unknown: states.count("unknown"),
      invalid: states.count("invalid"),
      unchanged: states.count("unchanged"),
      leftOut: states.count("leftOut"),
      complained: states.count("complained"),
      accepted: states.count("accepted"),
    };
  }

  get isPaused(): boolean {
    return this.#pace.isPaused;
  }

  /** The failure that paused the run. */
  get haltedBy(): SellerError | undefined {
    return this.#pace.halt.by?.error;
  }

  /** The row of that failure, if only this row may be affected. */
  get refusedRow(): HaltingRow | undefined {
    return this.#pace.halt.ofRow;
  }

  /** A refusal that a person may skip; undefined if it would probably meet every row. */
  get refusal(): HaltingRow | undefined {
    const { done, accepted } = this.progress;
    return done + accepted > 0 ? this.refusedRow : undefined;
  }

  get notSeen(): readonly number[] {
    return this.#notSeen;
  }

  /** Pauses the run; rows in progress finish. */
  pause(): void {
    this.#pace.pause();
    this.#deps.onProgress();
  }

  resume(): void {
    this.#pace.resume();
    this.#deps.onProgress();
  }

  /** Counts the refused row, or all rows with this refusal, as failed, and resumes. */
  skip(which: "row" | "alike"): void {
    const { refusedRow } = this;
    if (refusedRow) {
      this.#pace.halt.skip(refusedRow, which);
      this.resume();
    }
  }

  /** Cancels the run. Rows that have not begun keep their state for another run. */
  cancel(): void {
    this.#cancel.abort();
    this.#pace.release();
  }

  /** Rejects only if rows cannot be read or stored; a row's own failure is counted. */
  async run(): Promise<"finished" | "cancelled"> {
    const { rows, concurrency = 4 } = this.#deps;
    const underWay = new Set<Promise<void>>();
    try {
      for await (const row of rows) {
        await this.#pace.passed();
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
    if (!this.#broken) {
      await this.lookBack(this.#cancel.signal).catch((error: unknown) => this.#breakOff(error));
    }
    if (this.#broken) {
      throw new Error("The import broke off", { cause: this.#broken.error });
    }
    return this.#cancel.signal.aborted ? "cancelled" : "finished";
  }

  async lookBack(signal: AbortSignal): Promise<boolean> {
    const { readBack } = this.#deps;
    const { done, accepted } = this.progress;
    const isAsked = this.#complained.count + done + accepted > 0 && !signal.aborted;
    const reading = isAsked ? await readBack?.(signal).catch(() => undefined) : undefined;
    for await (const { row, error, seen } of this.#complained.judged(reading, signal)) {
      await this.#end(row, seen === "there" ? "complained" : "failed", error, seen);
    }
    if (reading && (accepted > 0 || reading.isForgotten)) {
      await this.#judge(reading);
    }
    return reading !== undefined;
  }

  async #judge(reading: LastReading): Promise<void> {
    const { rowsAgain, states } = this.#deps;
    const notSeen: number[] = [];
    for await (const { row, isSeen } of acceptedRows(rowsAgain?.() ?? [], states, reading)) {
      const state = isSeen ? "done" : "accepted";
      if (states.get(row.row.line) !== state) {
        await this.#deps.onSeen?.(row, isSeen);
        await this.#end(row, state);
      }
      if (!isSeen && notSeen.length < maxNotSeen) {
        notSeen.push(row.row.line);
      }
    }
    this.#notSeen = notSeen;
  }

  get #isOver(): boolean {
    return this.#cancel.signal.aborted || this.#broken !== undefined;
  }

  #breakOff(error: unknown): void {
    this.#broken ??= { error };
    this.cancel();
  }

  #begin(row: CheckedRow): Promise<void> | undefined {
    const { states, isIdempotent } = this.#deps;
    const state = states.get(row.row.line);
    if (!isValid(row)) {
      return state === "invalid" ? undefined : this.#end(row, "invalid");
    }
    if (state !== undefined && endStates.has(state)) {
      return undefined;
    }
    if (state !== undefined && state !== "unsent" && !isIdempotent) {
      return state === "sent" ? this.#end(row, "unknown") : undefined;
    }
    const passed = this.#passed(row);
    if (passed) {
      // Not stored: another run compares the row and asks the person again.
      states.set(row.row.line, passed);
      this.#deps.onProgress();
      return undefined;
    }
    return this.#write(row);
  }

  #passed(row: ValidRow): "unchanged" | "leftOut" | undefined {
    return row.isRepeat === true ? "unchanged" : this.#deps.passesOver?.(row);
  }

  async #write(row: ValidRow): Promise<void> {
    const { isIdempotent } = this.#deps;
    const { line } = row.row;
    for (let attempt = 1; ;) {
      await this.#pace.turn();
      if (this.#cancel.signal.aborted) {
        return;
      }
      if (!isIdempotent) {
        await this.#deps.note(line, "sent");
      }
      const { resumes } = this.#pace;
      const end = await this.#attempt(row);
      if (end.outcome === "done" || end.outcome === "accepted") {
        return await this.#end(row, end.outcome);
      }
      const next = this.#pace.next(line, end, { attempt, resumes });
      if (next === "paused") {
        this.#deps.onProgress();
      }
      const isHalted = next === "halt" || next === "paused";
      const isSkipped = isHalted && (await this.#pace.wasSkipped(line, end));
      if (next === "end" || isSkipped) {
        return await this.#endAfter(row, end, isSkipped);
      }
      await this.#noteNotSent(row);
      attempt = next === "again" ? attempt + 1 : 1;
    }
  }

  async #endAfter(row: ValidRow, end: FailedEnd, isSkipped: boolean): Promise<void> {
    if (!this.#isKept(row, end)) {
      await this.#end(row, this.#endState(end, isSkipped), end.error);
    }
  }

  #isKept(row: ValidRow, { outcome, error }: FailedEnd): boolean {
    const { isIdempotent, readBack } = this.#deps;
    return (
      outcome === "complaint" && isIdempotent && !!readBack && this.#complained.add({ row, error })
    );
  }

  async #attempt(row: ValidRow): Promise<WriteEnd> {
    try {
      return await this.#deps.write(row);
    } catch (error) {
      if (error instanceof NotNotedError) {
        await this.#noteNotSent(row);
      }
      throw error;
    }
  }

  /** Takes `sent` back after an attempt that did nothing, so that the row is not unknown if the run ends now. */
  async #noteNotSent({ row }: ValidRow): Promise<void> {
    if (!this.#deps.isIdempotent) {
      await this.#deps.note(row.line, "unsent");
    }
  }

  /**
   * The row's last state. A write that may have acted and must not be repeated is `unknown`, also after a complaint.
   * A skipped repeatable row joins the failed rows, which can be imported again.
   */
  #endState({ outcome }: FailedEnd, isSkipped: boolean): RowState {
    const { isIdempotent } = this.#deps;
    const isOpen = isIdempotent
      ? outcome === "unknown" && !isSkipped
      : outcome === "unknown" || outcome === "complaint";
    return isOpen ? "unknown" : "failed";
  }

  async #end(
    row: CheckedRow,
    state: RowState,
    error?: SellerError,
    seen?: SeenAfter,
  ): Promise<void> {
    const { line } = row.row;
    if (state === "failed" || state === "invalid") {
      await this.#deps.onFailed(row, error, seen);
    }
    await this.#deps.note(line, state);
    this.#deps.states.set(line, state);
    this.#deps.onProgress();
  }
}

function isValid(row: CheckedRow): row is ValidRow {
  return row.input !== undefined;
}
