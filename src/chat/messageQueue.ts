import type { Attachment } from "../context/attachment.ts";
import { Emitter } from "../shared/base/emitter.ts";
import type { Disposable } from "../shared/base/lifecycle.ts";
import type { Outcome } from "../shared/calls/protocol.ts";
import type { ChatSession } from "./chatSession.ts";
import type { ConversationDraft } from "./conversationDraft.ts";
import type { QueuedMessage } from "./conversationStore.ts";

export type QueuePause = "failed" | "stopped" | "restored" | "undecided";

const maxQueued = 50;

/**
 * Sends a message when the answer before it is complete. Any other end and a restart pause the queue: nothing
 * unexpected is sent.
 */
export class MessageQueue implements Disposable {
  readonly #session: ChatSession;
  readonly #draft: ConversationDraft;
  readonly #newId: () => string;
  readonly #steer: (text: string) => boolean;
  readonly #didChange = new Emitter<undefined>();
  readonly #subscription: Disposable;
  #pause: QueuePause | undefined;
  #awaitedId: string | undefined;
  #next: QueuedMessage | undefined;

  readonly onDidChange = this.#didChange.event;

  constructor(
    session: ChatSession,
    draft: ConversationDraft,
    newId: () => string,
    steer: (text: string) => boolean = () => false,
  ) {
    this.#session = session;
    this.#steer = steer;
    this.#draft = draft;
    this.#newId = newId;
    this.#pause = draft.queue.length > 0 ? "restored" : undefined;
    this.#subscription = session.onDidChangeTurn((turn) => {
      if (turn.state === "running") {
        this.#awaitedId = turn.messageId;
      } else {
        this.#goOn();
      }
    });
  }

  get messages(): readonly QueuedMessage[] {
    return this.#draft.queue;
  }

  /** Undefined while it sends automatically or is empty. */
  get pause(): QueuePause | undefined {
    return this.messages.length === 0 ? undefined : this.#pause;
  }

  add(text: string, attachments: readonly Attachment[], model: string): Outcome {
    if (text.trim() === "" && attachments.length === 0) {
      return { ok: false, reason: "empty" };
    }
    if (this.messages.length === 0 && this.#session.turn.state === "idle") {
      return this.#session.send(text, attachments, model);
    }
    if (this.messages.length >= maxQueued) {
      return { ok: false, reason: "tooLarge" };
    }
    const message = { id: this.#newId(), text, attachments, model };
    this.#set([...this.messages, message]);
    return { ok: true };
  }

  edit(id: string, text: string): void {
    this.#set(this.messages.map((message) => (message.id === id ? { ...message, text } : message)));
  }

  move(id: string, index: number): void {
    const message = this.messages.find((other) => other.id === id);
    if (message) {
      const others = this.messages.filter((other) => other !== message);
      this.#set(others.toSpliced(Math.max(0, index), 0, message));
    }
  }

  remove(id: string): void {
    this.#set(this.messages.filter((message) => message.id !== id));
  }

  /** Passes it to the running answer if possible; else stops the answer and sends it. */
  sendNow(id: string): Outcome {
    const message = this.messages.find((other) => other.id === id);
    if (!message) {
      return { ok: false, reason: "notFound" };
    }
    if (this.#session.turn.state === "idle") {
      return this.#send(message);
    }
    if (message.attachments.length === 0 && this.#steer(message.text)) {
      this.remove(id);
      return { ok: true };
    }
    this.#next = message;
    this.#session.stop();
    return { ok: true };
  }

  resume(): Outcome {
    const [first] = this.messages;
    if (!first) {
      return { ok: true };
    }
    if (this.#session.turn.state === "running") {
      this.#setPause(undefined);
      return { ok: true };
    }
    return this.#send(first);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#didChange.dispose();
  }

  #goOn(): void {
    const next = this.#next;
    this.#next = undefined;
    if (next) {
      this.#send(next);
    } else if (this.messages.length > 0 && this.#pause === undefined) {
      this.#goOnAfter(this.#awaitedId);
    }
  }

  #goOnAfter(answerId: string | undefined): void {
    const answer = this.#session.conversation.messages.findLast(({ id }) => id === answerId);
    const state = answer?.role === "assistant" ? answer.state : "failed";
    const [first] = this.messages;
    if (state === "complete" && first) {
      this.#send(first);
    } else {
      this.#setPause(state === "stopped" ? "stopped" : "failed");
    }
  }

  #send({ id, text, attachments, model }: QueuedMessage): Outcome {
    const outcome = this.#session.send(text, attachments, model);
    if (outcome.ok) {
      this.#pause = undefined;
      this.remove(id);
    } else {
      this.#setPause(outcome.reason === "undecided" ? "undecided" : "failed");
    }
    return outcome;
  }

  #set(messages: readonly QueuedMessage[]): void {
    this.#draft.setQueue(messages);
    if (messages.length === 0) {
      this.#pause = undefined;
    }
    this.#didChange.fire(undefined);
  }

  #setPause(pause: QueuePause | undefined): void {
    this.#pause = pause;
    this.#didChange.fire(undefined);
  }
}
