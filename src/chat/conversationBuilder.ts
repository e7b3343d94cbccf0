import type { ChatEvent, Conversation, Message } from "../shared/conversation/conversation.ts";
import { emptyConversation, reduce, reduceAnswer } from "../shared/conversation/transcript.ts";
import { mergeDeltas } from "./eventBatcher.ts";

/** Same result as `reduce` per event, but in linear time. */
export class ConversationBuilder {
  #frame = emptyConversation;
  #messages: Message[] = [];
  readonly #places = new Map<string, number>();

  get conversation(): Conversation {
    return { ...this.#frame, messages: [...this.#messages] };
  }

  add(events: readonly ChatEvent[]): void {
    for (const event of events.reduce<ChatEvent[]>(mergeDeltas, [])) {
      this.#apply(event);
    }
  }

  #apply(event: ChatEvent): void {
    if ("messageId" in event) {
      const place = this.#places.get(event.messageId) ?? -1;
      const message = this.#messages[place];
      if (message?.role === "assistant") {
        this.#messages[place] = reduceAnswer(message, event);
      }
      return;
    }
    if ("message" in event) {
      this.#append(event.message);
      return;
    }
    if (event.kind === "comparisonDecided") {
      const { messages, ...frame } = reduce({ ...this.#frame, messages: this.#messages }, event);
      this.#messages = [...messages];
      this.#frame = { ...frame, messages: [] };
      return;
    }
    this.#frame = reduce(this.#frame, event);
  }

  #append(message: Message): void {
    if (!this.#places.has(message.id)) {
      this.#places.set(message.id, this.#messages.length);
      this.#messages.push(message);
      this.#frame = { ...this.#frame, leafId: message.id };
    }
  }
}
