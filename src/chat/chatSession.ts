import type { Attachment } from "../context/attachment.ts";
import { HubError } from "../hub/errors/hubError.ts";
import type { ChatRequest, ChatRequestMessage } from "../hub/wire/chatTypes.ts";
import { Emitter } from "../shared/base/emitter.ts";
import type { Disposable } from "../shared/base/lifecycle.ts";
import type { Outcome, Turn } from "../shared/calls/protocol.ts";
import type { ChatEvent, Conversation, Message } from "../shared/conversation/conversation.ts";
import { comparedWith, leafBeside, reduce } from "../shared/conversation/transcript.ts";
import type { ChatSessionDeps } from "./chatSessionDeps.ts";
import type { ForeignChanges, StoredConversation } from "./conversationStore.ts";
import { type EventBatch, EventBatcher } from "./eventBatcher.ts";
import { EventWriter } from "./eventWriter.ts";
import { inHouseModelOf } from "./inHouseModel.ts";
import { foreignEvents, withoutInterrupted } from "./interruptedAnswers.ts";
import { newAnswers, type Question } from "./newAnswers.ts";
import { RequestMaker } from "./requestMaker.ts";
import { RunningTurns } from "./runningTurns.ts";
import { titleFrom } from "./title.ts";
import { withoutToolCalls } from "./toolMessages.ts";

const accepted: Outcome = { ok: true };

export class ChatSession implements Disposable {
  readonly id: string;
  /** A newer version wrote the conversation, so nothing new is stored. */
  readonly isReadOnly: boolean;
  readonly #deps: ChatSessionDeps;
  readonly #requests: RequestMaker;
  readonly #batcher: EventBatcher;
  readonly #writer: EventWriter;
  readonly #didEmit = new Emitter<EventBatch>();
  readonly #didChangeTurn = new Emitter<Turn>();
  readonly #running: RunningTurns;
  #conversation: Conversation;
  #seq = 0;
  #isClosed = false;

  readonly onDidEmit = this.#didEmit.event;
  readonly onDidChangeTurn = this.#didChangeTurn.event;

  constructor(id: string, stored: StoredConversation, deps: ChatSessionDeps) {
    this.id = id;
    this.#deps = deps;
    this.isReadOnly = stored.isReadOnly === true;
    this.#conversation = withoutInterrupted(stored.conversation);
    const { store, clock, onStorageFailure: onFailure } = deps;
    this.#requests = new RequestMaker(stored.attachments, deps.takesImages);
    this.#writer = new EventWriter(id, { store, clock, onFailure });
    this.#batcher = new EventBatcher(clock, (events) => this.#commit(events));
    this.#running = new RunningTurns({
      conversationId: id,
      clock,
      emit: (event) => this.#batcher.push(event),
      stored: () => this.#stored(),
      onChange: (turn) => this.#didChangeTurn.fire(turn),
    });
  }

  get conversation(): Conversation {
    return this.#conversation;
  }

  get seq(): number {
    return this.#seq;
  }

  get turn(): Turn {
    return this.#running.state;
  }

  attachment(id: string): Attachment | undefined {
    return this.#requests.attachment(id);
  }

  /** Starts one answer per model. Refused while a comparison is undecided. */
  send(text: string, attachments: readonly Attachment[], ...models: readonly string[]): Outcome {
    if (text.trim() === "" && attachments.length === 0) {
      return { ok: false, reason: "empty" };
    }
    const obstacle = this.#obstacle();
    if (obstacle) {
      return obstacle;
    }
    if (comparedWith(this.#conversation, this.#leaf).length > 0) {
      return { ok: false, reason: "undecided" };
    }
    if (this.#conversation.messages.length === 0) {
      const names = attachments.map(({ info }) => info.name);
      this.#batcher.push({ kind: "titled", title: titleFrom(text, names) });
    }
    return this.#ask({ parentId: this.#conversation.leafId, text, attachments }, models);
  }

  editMessage(messageId: string, text: string, model: string): Outcome {
    const message = this.#message(messageId);
    if (message?.role !== "user") {
      return { ok: false, reason: "notFound" };
    }
    const obstacle = this.#obstacle();
    if (obstacle) {
      return obstacle;
    }
    if (text.trim() === "" && message.attachments.length === 0) {
      return { ok: false, reason: "empty" };
    }
    const attachments = message.attachments.flatMap(({ id }) => this.attachment(id) ?? []);
    return this.#ask({ parentId: message.parentId, text, attachments }, [model]);
  }

  regenerate(messageId: string, ...models: readonly string[]): Outcome {
    const message = this.#message(messageId);
    const questionId = message?.role === "user" ? message.id : message?.parentId;
    if (questionId === undefined || questionId === null) {
      return { ok: false, reason: "notFound" };
    }
    const obstacle = this.#obstacle();
    if (obstacle) {
      return obstacle;
    }
    this.#answer(questionId, models);
    return accepted;
  }

  continueAnswer(messageId: string, model: string): Outcome {
    const message = this.#message(messageId);
    if (message?.role !== "assistant" || message.id !== this.#conversation.leafId) {
      return { ok: false, reason: "notFound" };
    }
    const obstacle = this.#obstacle();
    if (obstacle) {
      return obstacle;
    }
    const request = this.#requests.continuation(this.#conversation, model);
    this.#batcher.push({ kind: "answerResumed", messageId, model });
    this.#start(messageId, request);
    return accepted;
  }

  selectBranch(messageId: string, offset: 1 | -1): void {
    const message = this.#message(messageId);
    const leafId = message && leafBeside(this.#conversation, message, offset);
    if (leafId !== undefined && !this.#running.isRunning) {
      this.#batcher.push({ kind: "branchSelected", leafId });
    }
  }

  keepAnswer(messageId: string): Outcome {
    const message = this.#message(messageId);
    if (message?.role !== "assistant" || message.comparisonId === undefined) {
      return { ok: false, reason: "notFound" };
    }
    this.#running.stop(messageId);
    const { comparisonId } = message;
    this.#batcher.push({ kind: "comparisonDecided", comparisonId, keptId: messageId });
    return accepted;
  }

  stop(): void {
    this.#running.stop();
  }

  startContextAt(messageId: string | null): void {
    if (messageId === null || this.#message(messageId)) {
      this.#batcher.push({ kind: "contextStarted", fromId: messageId });
    }
  }

  messagesFor(
    text: string,
    attachments: readonly Attachment[],
    model?: string,
  ): ChatRequestMessage[] {
    return this.#requests.messagesFor(this.#conversation, text, attachments, model);
  }

  rename(title: string): void {
    this.#batcher.push({ kind: "titled", title });
  }

  receive(changes: ForeignChanges): void {
    this.#requests.keep(changes.attachments);
    this.#batcher.flush();
    this.#apply(foreignEvents(this.#conversation, changes, this.#running.ids));
  }

  async close(): Promise<void> {
    this.dispose();
    await this.#writer.close();
  }

  dispose(): void {
    this.#isClosed = true;
    this.#running.interrupt();
    this.#batcher.dispose();
    void this.#writer.close();
    this.#didEmit.dispose();
    this.#didChangeTurn.dispose();
  }

  get #leaf(): Message | undefined {
    const { leafId } = this.#conversation;
    return leafId === null ? undefined : this.#message(leafId);
  }

  #obstacle(): Outcome | undefined {
    if (this.#isClosed) {
      // A message would be neither shown nor stored.
      return { ok: false, reason: "moved" };
    }
    if (this.isReadOnly) {
      return { ok: false, reason: "readOnly" };
    }
    return this.#running.isRunning ? { ok: false, reason: "busy" } : undefined;
  }

  #message(id: string): Message | undefined {
    return this.#conversation.messages.find((message) => message.id === id);
  }

  #ask({ parentId, text, attachments }: Question, models: readonly string[]): Outcome {
    const { clock, newId } = this.#deps;
    const id = newId();
    this.#requests.keep(attachments);
    this.#writer.keepAttachments(attachments);
    const createdAt = clock.now();
    const infos = attachments.map(({ info }) => info);
    this.#batcher.push({
      kind: "userMessageAdded",
      message: { role: "user", id, parentId, createdAt, text, attachments: infos },
    });
    this.#answer(id, models);
    return accepted;
  }

  #answer(parentId: string, models: readonly string[]): void {
    const { answers, isComparison, events } = newAnswers(parentId, models, this.#deps);
    for (const event of events) {
      this.#batcher.push(event);
    }
    for (const { id, model } of answers) {
      const request = this.#requests.answerTo(this.#conversation, parentId, model);
      this.#start(id, request, !isComparison);
    }
  }

  /** Answers of a comparison call no tools: each model would repeat the write. */
  #start(messageId: string, request: ChatRequest, mayCallTools = true): void {
    const { streamChat, answering } = this.#deps;
    const calling = mayCallTools ? answering?.(this.id) : undefined;
    const asked = calling ? request : { ...request, messages: withoutToolCalls(request.messages) };
    const message = this.#message(messageId);
    const hasContent = message?.role === "assistant" && message.parts.length > 0;
    const questionId = message?.parentId ?? messageId;
    this.#running.start(messageId, asked, {
      streamChat: calling ?? streamChat,
      hasContent,
      questionId,
      previousId: this.#message(questionId)?.parentId ?? undefined,
      routedTo: inHouseModelOf(this.#conversation),
    });
  }

  async #stored(): Promise<void> {
    this.#batcher.flush();
    await this.#writer.flush();
    if (this.#writer.hasFailed) {
      throw new HubError({ kind: "storage" });
    }
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
}
