import type { Attachment } from "../context/attachment.ts";
import type { Clock } from "../shared/base/clock.ts";
import type { ChatEvent } from "../shared/conversation/conversation.ts";
import type { ConversationStore } from "./conversationStore.ts";
import { mergeDeltas } from "./eventBatcher.ts";

const deltaIntervalMs = 500;
const retryMs = 5_000;

export interface EventWriterDeps {
  readonly store: ConversationStore;
  readonly clock: Clock;
  readonly onFailure: (error: unknown) => void;
}

/** Writes events in order: it collects deltas and runs one write at a time. */
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

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

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

  flush(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#write());
    return this.#writing;
  }

  /** Writes the remaining events; a failure is not retried. */
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
