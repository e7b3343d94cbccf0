import type { Attachment } from "../context/attachment.ts";
import type { ChatRequest, ChatRequestMessage } from "../hub/chatTypes.ts";
import type { Clock } from "../shared/clock.ts";
import type { ChatEvent, Conversation, Message } from "../shared/conversation.ts";
import { Emitter } from "../shared/emitter.ts";
import type { Disposable } from "../shared/lifecycle.ts";
import type { Outcome, Turn } from "../shared/protocol.ts";
import { newestLeafBelow, reduce, sentPath, siblingsOf } from "../shared/transcript.ts";
import type { ConversationStore, ForeignChanges, StoredConversation } from "./conversationStore.ts";
import { EventBatcher } from "./eventBatcher.ts";
import { EventWriter } from "./eventWriter.ts";
import { foreignEvents, withoutInterrupted } from "./interruptedAnswers.ts";
import { continuationMessages, requestMessages } from "./prompt.ts";
import { titleFrom } from "./title.ts";
import type { StreamAnswer } from "./tools/toolEvents.ts";
import { AnswerTurn, type StreamChat } from "./turn.ts";

export interface ChatSessionDeps {
  readonly store: ConversationStore;
  readonly streamChat: StreamChat;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly onStorageFailure: (error: unknown) => void;
  /** Answers that may call tools; without it none does. */
  readonly answering?: (conversationId: string) => StreamAnswer;
}

export interface EventBatch {
  /** Number of the last event in the batch; numbers begin with 1 in each session. */
  readonly seq: number;
  readonly events: readonly ChatEvent[];
}

const accepted: Outcome = { ok: true };

/** One conversation in memory: its events, its one running turn, and the order in which both are kept. */
export class ChatSession implements Disposable {
  readonly id: string;
  /** Written by a newer version: nothing that happens here is kept. */
  readonly isReadOnly: boolean;
  readonly #deps: ChatSessionDeps;
  readonly #attachments: Map<string, Attachment>;
  readonly #batcher: EventBatcher;
  readonly #writer: EventWriter;
  readonly #didEmit = new Emitter<EventBatch>();
  readonly #didChangeTurn = new Emitter<Turn>();
  #conversation: Conversation;
  #seq = 0;
  #running: AnswerTurn | undefined;
  #turn: Turn = { state: "idle" };

  readonly onDidEmit = this.#didEmit.event;
  readonly onDidChangeTurn = this.#didChangeTurn.event;

  constructor(id: string, stored: StoredConversation, deps: ChatSessionDeps) {
    this.id = id;
    this.#deps = deps;
    this.isReadOnly = stored.isReadOnly === true;
    this.#conversation = withoutInterrupted(stored.conversation);
    this.#attachments = new Map(stored.attachments);
    const { store, clock, onStorageFailure: onFailure } = deps;
    this.#writer = new EventWriter(id, { store, clock, onFailure });
    this.#batcher = new EventBatcher(clock, (events) => this.#commit(events));
  }

  /** The conversation up to `seq`. */
  get conversation(): Conversation {
    return this.#conversation;
  }

  get seq(): number {
    return this.#seq;
  }

  get turn(): Turn {
    return this.#turn;
  }

  attachment(id: string): Attachment | undefined {
    return this.#attachments.get(id);
  }

  /** Adds a message at the end of the visible path and starts its answer. */
  send(text: string, attachments: readonly Attachment[], model: string): Outcome {
    if (text.trim() === "" && attachments.length === 0) {
      return { ok: false, reason: "empty" };
    }
    if (this.#running) {
      return { ok: false, reason: "busy" };
    }
    if (this.#conversation.messages.length === 0) {
      const title = titleFrom(
        text,
        attachments.map(({ info }) => info.name),
      );
      this.#batcher.push({ kind: "titled", title });
    }
    return this.#ask({ parentId: this.#conversation.leafId, text, attachments }, model);
  }

  /** The same message again with another text, beside the present one. */
  editMessage(messageId: string, text: string, model: string): Outcome {
    const message = this.#message(messageId);
    if (message?.role !== "user") {
      return { ok: false, reason: "notFound" };
    }
    if (this.#running) {
      return { ok: false, reason: "busy" };
    }
    if (text.trim() === "" && message.attachments.length === 0) {
      return { ok: false, reason: "empty" };
    }
    const attachments = message.attachments.flatMap(({ id }) => this.#attachments.get(id) ?? []);
    return this.#ask({ parentId: message.parentId, text, attachments }, model);
  }

  /** Another answer to the message that this answer answers; or the first, if `messageId` is a question. */
  regenerate(messageId: string, model: string): Outcome {
    const message = this.#message(messageId);
    const questionId = message?.role === "user" ? message.id : message?.parentId;
    if (questionId === undefined || questionId === null) {
      return { ok: false, reason: "notFound" };
    }
    if (this.#running) {
      return { ok: false, reason: "busy" };
    }
    this.#answer(questionId, model);
    return accepted;
  }

  /** The rest of an answer that ended early; its text stays. */
  continueAnswer(messageId: string, model: string): Outcome {
    const message = this.#message(messageId);
    if (message?.role !== "assistant" || message.id !== this.#conversation.leafId) {
      return { ok: false, reason: "notFound" };
    }
    if (this.#running) {
      return { ok: false, reason: "busy" };
    }
    const messages = continuationMessages(sentPath(this.#conversation), this.#attachments);
    this.#batcher.push({ kind: "answerResumed", messageId, model });
    this.#start(messageId, { model, messages });
    return accepted;
  }

  selectBranch(messageId: string, offset: 1 | -1): void {
    const message = this.#message(messageId);
    if (!message || this.#running) {
      return;
    }
    const siblings = siblingsOf(this.#conversation, message);
    const target = siblings[siblings.indexOf(message) + offset];
    if (target) {
      this.#batcher.push({
        kind: "branchSelected",
        leafId: newestLeafBelow(this.#conversation, target.id),
      });
    }
  }

  stop(): void {
    this.#running?.stop();
  }

  /** What is sent from now on begins with this message; null takes everything back in. */
  startContextAt(messageId: string | null): void {
    if (messageId === null || this.#message(messageId)) {
      this.#batcher.push({ kind: "contextStarted", fromId: messageId });
    }
  }

  /** The messages that `send` would ask with. */
  messagesFor(text: string, attachments: readonly Attachment[]): ChatRequestMessage[] {
    const known = new Map(this.#attachments);
    for (const attachment of attachments) {
      known.set(attachment.info.id, attachment);
    }
    const question: Message = {
      role: "user",
      id: "draft",
      parentId: this.#conversation.leafId,
      createdAt: 0,
      text,
      attachments: attachments.map(({ info }) => info),
    };
    return requestMessages([...sentPath(this.#conversation), question], known);
  }

  rename(title: string): void {
    this.#batcher.push({ kind: "titled", title });
  }

  /** Takes in what another window added; it is on the disk already. */
  receive(changes: ForeignChanges): void {
    for (const attachment of changes.attachments) {
      this.#attachments.set(attachment.info.id, attachment);
    }
    this.#batcher.flush();
    const runningId = this.#turn.state === "running" ? this.#turn.messageId : undefined;
    this.#apply(foreignEvents(this.#conversation, changes, runningId));
  }

  /** Interrupts the turn and resolves when everything is written. */
  async close(): Promise<void> {
    this.dispose();
    await this.#writer.close();
  }

  dispose(): void {
    this.#running?.interrupt();
    this.#batcher.dispose();
    void this.#writer.close();
    this.#didEmit.dispose();
    this.#didChangeTurn.dispose();
  }

  #message(id: string): Message | undefined {
    return this.#conversation.messages.find((message) => message.id === id);
  }

  #ask(
    question: {
      readonly parentId: string | null;
      readonly text: string;
      readonly attachments: readonly Attachment[];
    },
    model: string,
  ): Outcome {
    const { clock, newId } = this.#deps;
    const id = newId();
    const { parentId, text, attachments } = question;
    for (const attachment of attachments) {
      this.#attachments.set(attachment.info.id, attachment);
    }
    this.#writer.keepAttachments(attachments);
    const infos = attachments.map(({ info }) => info);
    this.#batcher.push({
      kind: "userMessageAdded",
      message: { role: "user", id, parentId, createdAt: clock.now(), text, attachments: infos },
    });
    this.#answer(id, model);
    return accepted;
  }

  #answer(parentId: string, model: string): void {
    const id = this.#deps.newId();
    const path = sentPath({ ...this.#conversation, leafId: parentId });
    const messages = requestMessages(path, this.#attachments);
    this.#batcher.push({
      kind: "answerStarted",
      message: {
        role: "assistant",
        id,
        parentId,
        createdAt: this.#deps.clock.now(),
        model,
        parts: [],
        state: "streaming",
        notices: [],
      },
    });
    this.#start(id, { model, messages });
  }

  #start(messageId: string, request: ChatRequest): void {
    const { streamChat, answering, clock } = this.#deps;
    const turn = new AnswerTurn(messageId, {
      conversationId: this.id,
      streamChat: answering?.(this.id) ?? streamChat,
      clock,
      emit: (event) => {
        this.#batcher.push(event);
        if (event.kind === "answerEnded") {
          this.#running = undefined;
          this.#setTurn({ state: "idle" });
        }
      },
      onProgress: (progress) => this.#setProgress(messageId, progress),
    });
    this.#running = turn;
    this.#setTurn({ state: "running", messageId });
    void turn.run(request);
  }

  #setProgress(messageId: string, progress: Extract<Turn, { state: "running" }>["progress"]): void {
    const current = this.#turn.state === "running" ? this.#turn.progress : undefined;
    if (this.#running && progress !== current) {
      this.#setTurn({ state: "running", messageId, ...(progress && { progress }) });
    }
  }

  #setTurn(turn: Turn): void {
    this.#turn = turn;
    this.#didChangeTurn.fire(turn);
  }

  #commit(events: readonly ChatEvent[]): void {
    if (!this.isReadOnly) {
      this.#writer.add(events);
    }
    this.#apply(events);
  }

  #apply(events: readonly ChatEvent[]): void {
    this.#conversation = events.reduce(reduce, this.#conversation);
    this.#seq += events.length;
    this.#didEmit.fire({ seq: this.#seq, events });
  }

  /** An answer that was streaming when the last process ended goes no further by itself. */
}
