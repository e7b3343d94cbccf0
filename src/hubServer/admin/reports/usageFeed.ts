import type { BodySink } from "../../../shared/base/bodySink.ts";
import type { Clock } from "../../../shared/base/clock.ts";
import { Emitter } from "../../../shared/base/emitter.ts";
import type { Disposable } from "../../../shared/base/lifecycle.ts";
import { wait } from "../../../shared/base/waiting.ts";
import { ApiError } from "../../http/apiError.ts";
import type { StreamBody } from "../../http/message.ts";
import type { AuditLog } from "../../store/auditLog.ts";
import type { AuditRecord } from "../../store/records.ts";
import { auditEntry } from "./auditEntry.ts";

const pollMs = 1_000;
const keepAliveMs = 15_000;
const pageSize = 200;
/** After this time the page reconnects, and its session is checked again. */
const maxStreamMs = 10 * 60_000;
const maxListeners = 50;

export class UsageFeed {
  readonly #audit: AuditLog;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  readonly #didRecord = new Emitter<readonly AuditRecord[]>();
  #seq = 0;
  #isPolling = false;

  constructor(deps: {
    readonly audit: AuditLog;
    readonly clock: Clock;
    readonly onError: (error: unknown) => void;
  }) {
    this.#audit = deps.audit;
    this.#clock = deps.clock;
    this.#onError = deps.onError;
  }

  async stream(signal: AbortSignal): Promise<StreamBody> {
    if (this.#isFull()) {
      throw new ApiError(503, "Too many pages watch the usage at once. Close one.", {
        code: "too_many_streams",
        headers: { "retry-after": "60" },
      });
    }
    const { seq } = await this.#audit.head();
    return async (sink) => {
      if (this.#isFull()) {
        sink.write("retry: 60000\n\n");
        return;
      }
      const writer = new PatientWriter(sink);
      const subscription = this.#listen(seq, (records) => {
        // Older records belong to an earlier listener.
        for (const record of records.filter((one) => one.seq > seq)) {
          writer.write(`event: usage\ndata: ${JSON.stringify(auditEntry(record))}\n\n`);
        }
      });
      writer.write(": usage as it happens\n\n");
      await this.#keepAlive(writer, signal).finally(() => subscription.dispose());
    };
  }

  #isFull(): boolean {
    return this.#didRecord.size >= maxListeners;
  }

  #listen(seq: number, listener: (records: readonly AuditRecord[]) => void): Disposable {
    if (this.#didRecord.size === 0) {
      this.#seq = seq;
    }
    const subscription = this.#didRecord.event(listener);
    this.#pollLater();
    return subscription;
  }

  #pollLater(): void {
    if (this.#isPolling || this.#didRecord.size === 0) {
      return;
    }
    this.#isPolling = true;
    this.#clock.startTimer(() => {
      void this.#poll()
        .catch(this.#onError)
        .finally(() => {
          this.#isPolling = false;
          this.#pollLater();
        });
    }, pollMs);
  }

  async #poll(): Promise<void> {
    const { seq } = await this.#audit.head();
    if (seq === this.#seq) {
      return;
    }
    const newest = await this.#audit.list({ kinds: ["usage"] }, { limit: pageSize });
    const records = newest
      .filter((record) => record.seq > this.#seq && record.seq <= seq)
      .toReversed();
    this.#seq = seq;
    this.#didRecord.fire(records);
  }

  async #keepAlive(writer: PatientWriter, signal: AbortSignal): Promise<void> {
    const endAt = this.#clock.now() + maxStreamMs;
    try {
      while (this.#clock.now() < endAt) {
        await wait(this.#clock, keepAliveMs, signal);
        writer.write(": \n\n");
      }
    } catch (error) {
      if (!signal.aborted) {
        throw error;
      }
    }
  }
}

/** Drops events while the client does not read. */
class PatientWriter {
  readonly #sink: BodySink;
  #isFull = false;

  constructor(sink: BodySink) {
    this.#sink = sink;
  }

  write(text: string): void {
    if (this.#isFull || this.#sink.write(text)) {
      return;
    }
    this.#isFull = true;
    void this.#drain();
  }

  async #drain(): Promise<void> {
    await this.#sink.drained();
    this.#isFull = false;
  }
}
