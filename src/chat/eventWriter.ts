import type { Attachment } from "../context/attachment.ts";
import type { Clock } from "../shared/clock.ts";
import type { ChatEvent } from "../shared/conversation.ts";
import type { ConversationStore } from "./conversationStore.ts";
import { mergeDeltas } from "./eventBatcher.ts";

/** How long deltas may wait before they are written: what a killed process can lose at most. */
const deltaIntervalMs = 500;

export interface EventWriterDeps {
  readonly store: ConversationStore;
  readonly clock: Clock;
  /** Told of each failed write; what failed is tried again with the next one. */
  readonly onFailure: (error: unknown) => void;
}

/** Writes one conversation's events in order, deltas gathered, one write at a time. */
export class EventWriter {
  readonly #conversationId: string;
  readonly #deps: EventWriterDeps;
  #attachments: Attachment[] = [];
  #events: ChatEvent[] = [];
  #cancelTimer: (() => void) | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(conversationId: string, deps: EventWriterDeps) {
    this.#conversationId = conversationId;
    this.#deps = deps;
  }

  /** Contents are written before the events that refer to them. */
  keepAttachments(attachments: readonly Attachment[]): void {
    this.#attachments.push(...attachments);
  }

  add(events: readonly ChatEvent[]): void {
    for (const event of events) {
      this.#events = mergeDeltas(this.#events, event);
    }
    if (events.every(({ kind }) => kind === "partDelta")) {
      this.#cancelTimer ??= this.#deps.clock.startTimer(() => void this.flush(), deltaIntervalMs);
    } else {
      void this.flush();
    }
  }

  /** Resolves when everything so far is written or has failed. */
  flush(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const attachments = this.#attachments;
    const events = this.#events;
    this.#attachments = [];
    this.#events = [];
    try {
      if (attachments.length > 0) {
        await this.#deps.store.keepAttachments(this.#conversationId, attachments);
      }
    } catch (error) {
      this.#attachments.unshift(...attachments);
      this.#deps.onFailure(error);
    }
    try {
      if (events.length > 0) {
        await this.#deps.store.append(this.#conversationId, events);
      }
    } catch (error) {
      this.#events.unshift(...events);
      this.#deps.onFailure(error);
    }
  }
}
