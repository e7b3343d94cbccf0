import type { Attachment } from "../context/attachment.ts";
import type { Clock } from "../shared/clock.ts";
import type { ChatEvent } from "../shared/conversation.ts";
import type { ConversationStore } from "./conversationStore.ts";
import { mergeDeltas } from "./eventBatcher.ts";

/** Longest time that deltas wait before they are written; a killed process loses at most these. */
const deltaIntervalMs = 500;
/** Time after a failed write until the next try, unless a new event comes before. */
const retryMs = 5_000;

export interface EventWriterDeps {
  readonly store: ConversationStore;
  readonly clock: Clock;
  /** Called for each failed write. The store keeps the events and they are written again. */
  readonly onFailure: (error: unknown) => void;
}

/** Writes the events of one conversation in order, with deltas collected, one write at a time. */
export class EventWriter {
  readonly #conversationId: string;
  readonly #deps: EventWriterDeps;
  #attachments: Attachment[] = [];
  #events: ChatEvent[] = [];
  #hasFailed = false;
  #isClosed = false;
  #cancelTimer: (() => void) | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(conversationId: string, deps: EventWriterDeps) {
    this.#conversationId = conversationId;
    this.#deps = deps;
  }

  /** Whether the last write failed: what was to be stored is in memory only. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Stores contents; the events that refer to them are written afterwards. */
  keepAttachments(attachments: readonly Attachment[]): void {
    this.#attachments.push(...attachments);
  }

  add(events: readonly ChatEvent[]): void {
    for (const event of events) {
      this.#events = mergeDeltas(this.#events, event);
    }
    if (events.every(({ kind }) => kind === "partDelta")) {
      this.#flushIn(deltaIntervalMs);
    } else {
      void this.flush();
    }
  }

  /** Resolves when everything so far is written or has failed. */
  flush(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    // Whatever went wrong before, what is there now is still written.
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#write());
    return this.#writing;
  }

  /** Writes what is there; a failure is not tried again. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.flush();
  }

  #flushIn(ms: number): void {
    this.#cancelTimer ??= this.#deps.clock.startTimer(() => void this.flush(), ms);
  }

  async #write(): Promise<void> {
    const { store, onFailure } = this.#deps;
    const attachments = this.#attachments;
    const events = this.#events;
    if (attachments.length === 0 && events.length === 0 && !this.#hasFailed) {
      return;
    }
    this.#attachments = [];
    this.#events = [];
    const results = await Promise.allSettled([
      ...(attachments.length > 0 ? [store.keepAttachments(this.#conversationId, attachments)] : []),
      store.append(this.#conversationId, events),
    ]);
    const failed = results.findLast(({ status }) => status === "rejected");
    this.#hasFailed = failed?.status === "rejected";
    if (failed?.status === "rejected") {
      if (!this.#isClosed) {
        this.#flushIn(retryMs);
      }
      onFailure(failed.reason);
    }
  }
}
