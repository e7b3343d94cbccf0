import { type ReadonlySignal, signal } from "@preact/signals";
import { EventSourceParserStream } from "eventsource-parser/stream";

import { auditEntrySchema } from "../../shared/hubApi/hubReports.ts";
import type { Api } from "./api.ts";
import type { AuditEntry } from "./types.ts";

const pauseMs = 3_000;
const maxEventLength = 1024 * 1024;

/** Reconnects by itself. Not an `EventSource`, which cannot send a header. */
export class LiveUsage {
  readonly #api: Pick<Api, "stream">;
  readonly #onEntry: (entry: AuditEntry) => void;
  readonly #closing = new AbortController();
  readonly #isConnected = signal(false);
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(api: Pick<Api, "stream">, onEntry: (entry: AuditEntry) => void) {
    this.#api = api;
    this.#onEntry = onEntry;
    void this.#run();
  }

  get isConnected(): ReadonlySignal<boolean> {
    return this.#isConnected;
  }

  close(): void {
    this.#closing.abort();
    clearTimeout(this.#pause);
    this.#isConnected.value = false;
  }

  async #run(): Promise<void> {
    try {
      await this.#listen();
    } catch {
      // Refused, or the connection broke: tried again.
    }
    this.#isConnected.value = false;
    if (!this.#closing.signal.aborted) {
      this.#pause = setTimeout(() => void this.#run(), pauseMs);
    }
  }

  async #listen(): Promise<void> {
    const stream = await this.#api.stream("usage/live", this.#closing.signal);
    this.#isConnected.value = true;
    const events = stream
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream({ maxBufferSize: maxEventLength }))
      .getReader();
    for (;;) {
      const { done, value } = await events.read();
      if (done) {
        return;
      }
      const entry = value.event === "usage" ? entryOf(value.data) : undefined;
      if (entry) {
        this.#onEntry(entry);
      }
    }
  }
}

function entryOf(data: string): AuditEntry | undefined {
  try {
    const parsed = auditEntrySchema.safeParse(JSON.parse(data));
    return parsed.success ? parsed.data : undefined;
  } catch {
    // Not JSON: ignored.
    return undefined;
  }
}
