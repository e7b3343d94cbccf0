import { type ReadonlySignal, signal } from "@preact/signals";

import { auditEntrySchema } from "../../shared/hubAdmin.ts";
import type { AuditEntry } from "./types.ts";

/** Requests as they end, over server-sent events; the browser connects again by itself. */
export class LiveUsage {
  readonly #source: EventSource;
  readonly #isConnected = signal(false);

  constructor(url: string, onEntry: (entry: AuditEntry) => void) {
    this.#source = new EventSource(url);
    this.#source.addEventListener("open", () => {
      this.#isConnected.value = true;
    });
    this.#source.addEventListener("error", () => {
      this.#isConnected.value = false;
    });
    this.#source.addEventListener("usage", (event: MessageEvent<unknown>) => {
      const entry = entryOf(event.data);
      if (entry) {
        onEntry(entry);
      }
    });
  }

  get isConnected(): ReadonlySignal<boolean> {
    return this.#isConnected;
  }

  close(): void {
    this.#source.close();
    this.#isConnected.value = false;
  }
}

function entryOf(data: unknown): AuditEntry | undefined {
  try {
    const parsed = auditEntrySchema.safeParse(JSON.parse(String(data)));
    return parsed.success ? parsed.data : undefined;
  } catch {
    // Not JSON: nothing that could be counted.
    return undefined;
  }
}
