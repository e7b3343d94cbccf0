import { toFailure } from "../hub/errors/hubError.ts";
import type { ChatRequest, StreamEvent, StreamOptions } from "../hub/wire/chatTypes.ts";
import { withoutUndefined } from "../hub/withoutUndefined.ts";
import type { Clock } from "../shared/base/clock.ts";
import type { Turn } from "../shared/calls/protocol.ts";
import type {
  AnswerState,
  AssistantMessage,
  ChatEvent,
} from "../shared/conversation/conversation.ts";
import type { Failure } from "../shared/failures/failure.ts";
import type { LeftValues } from "../shared/guarded/leftValues.ts";
import { OpenCalls } from "./openCalls.ts";
import {
  type AnswerEvent,
  type AnswerOptions,
  type StreamAnswer,
  toolChatEvent,
} from "./toolEvents.ts";

export type StreamChat = (
  request: ChatRequest,
  options: StreamOptions,
) => AsyncIterable<StreamEvent>;

export interface TurnDeps {
  readonly conversationId: string;
  readonly questionId: string;
  readonly previousId?: string | undefined;
  readonly streamChat: StreamAnswer;
  readonly hasContent: boolean;
  readonly routedTo?: string | undefined;
  readonly clock: Clock;
  readonly stored: () => Promise<void>;
  readonly emit: (event: ChatEvent) => void;
  readonly onProgress: (progress: Extract<Turn, { state: "running" }>["progress"]) => void;
}

type AnswerEnd = Omit<Extract<ChatEvent, { kind: "answerEnded" }>, "kind" | "messageId">;

/** Emits exactly one `answerEnded`; nothing follows a `stop`. Never rejects. */
export class AnswerTurn {
  readonly messageId: string;
  readonly #deps: TurnDeps;
  readonly #controller = new AbortController();
  readonly #startedAt: number;
  readonly #openCalls = new OpenCalls();
  #firstTextMs: number | undefined;
  #reasoningMs: number | undefined;
  #hasText = false;
  #hasCalls = false;
  #strayCall: string | undefined;
  readonly #toldNotices = new Set<string>();
  #toldLeft = "";
  #checks: AnswerEnd["checks"];
  #hasEnded = false;

  constructor(messageId: string, deps: TurnDeps) {
    this.messageId = messageId;
    this.#deps = deps;
    this.#startedAt = deps.clock.now();
  }

  async run(request: ChatRequest): Promise<void> {
    let finishReason: string | undefined;
    try {
      for await (const event of this.#deps.streamChat(request, this.#options())) {
        if (this.#hasEnded) {
          return;
        }
        finishReason = event.kind === "finished" ? event.reason : finishReason;
        this.#handle(event);
      }
      this.#end(this.#orEmpty(endOf(finishReason)));
    } catch (error) {
      this.#end(failedEnd(toFailure(error), this.#firstTextMs !== undefined));
    }
  }

  stop(): void {
    this.#end({ state: "stopped" });
    this.#controller.abort();
  }

  interrupt(): void {
    this.#end({ state: "incomplete", failure: { kind: "truncated" } });
    this.#controller.abort();
  }

  #options(): AnswerOptions {
    const { conversationId, questionId, previousId, routedTo, clock, stored, onProgress } =
      this.#deps;
    return {
      messageId: this.messageId,
      questionId,
      previousId,
      routedTo,
      stored,
      signal: this.#controller.signal,
      conversationId,
      idempotencyKey: `${this.messageId}-${this.#startedAt}`,
      onValuesLeft: (left) => this.#tellLeft(left),
      onWaiting: ({ sinceMs, last }) =>
        onProgress({
          kind: "waiting",
          since: clock.now() - sinceMs,
          ...(last !== undefined && { last }),
        }),
      onRetry: ({ attempt, delayMs, failure }) =>
        onProgress({ kind: "retrying", attempt, at: clock.now() + delayMs, failure }),
    };
  }

  /** Reports unmasked values once, because each tool step sends them again. */
  #tellLeft(left: LeftValues): void {
    const told = JSON.stringify(left);
    if (!this.#hasEnded && told !== this.#toldLeft) {
      this.#toldLeft = told;
      this.#deps.emit({ kind: "valuesLeft", messageId: this.messageId, left });
    }
  }

  #handle(event: AnswerEvent): void {
    const { messageId } = this;
    const { emit, onProgress } = this.#deps;
    switch (event.kind) {
      case "responseStarted": {
        const { model: answeredBy, requestId } = event;
        const identity = withoutUndefined({ answeredBy, requestId });
        emit({ kind: "answerIdentified", messageId, ...identity });
        return;
      }
      case "textDelta":
      case "reasoningDelta":
        onProgress(undefined);
        this.#time(event.kind);
        emit({
          kind: "partDelta",
          messageId,
          part: event.kind === "textDelta" ? "text" : "reasoning",
          text: event.text,
        });
        return;
      case "usage": {
        const { kind: _kind, ...usage } = event;
        emit({ kind: "usageReported", messageId, usage });
        return;
      }
      case "notice":
        this.#addNotice(event.failure);
        return;
      case "toolCallStarted":
      case "toolCallMoved":
        onProgress(undefined);
        this.#hasCalls = true;
        this.#openCalls.hear(event);
        emit(toolChatEvent(messageId, event));
        return;
      case "toolCall":
        this.#nameStrayCall(event.call.name);
        return;
      case "checked":
        this.#checks = event.checks;
        return;
      case "finished":
        return;
      default:
        event satisfies never;
    }
  }

  /** Adds a notice once, because each tool step repeats it. */
  #addNotice(notice: Failure): void {
    const told = JSON.stringify(notice);
    if (!this.#toldNotices.has(told)) {
      this.#toldNotices.add(told);
      this.#deps.emit({ kind: "noticeAdded", messageId: this.messageId, notice });
    }
  }

  /** Stores only the name of a plain `toolCall`, which has no runner. */
  #nameStrayCall(name: string): void {
    if (this.#strayCall === undefined) {
      this.#strayCall = name;
      const notice = { kind: "call_not_run" as const, ...(name !== "" && { hubCode: name }) };
      this.#deps.emit({ kind: "noticeAdded", messageId: this.messageId, notice });
    }
  }

  /** An empty answer counts as incomplete. */
  #orEmpty(end: AnswerEnd): AnswerEnd {
    const hasContent = this.#hasText || this.#hasCalls || this.#deps.hasContent;
    return end.state === "complete" && !hasContent
      ? { ...end, state: "incomplete", failure: { kind: "empty_answer" } }
      : end;
  }

  #time(kind: "textDelta" | "reasoningDelta"): void {
    const sinceStartMs = this.#deps.clock.now() - this.#startedAt;
    this.#firstTextMs ??= sinceStartMs;
    if (!this.#hasText && (kind === "reasoningDelta" || this.#reasoningMs !== undefined)) {
      this.#reasoningMs = sinceStartMs - this.#firstTextMs;
    }
    this.#hasText ||= kind === "textDelta";
  }

  #end(end: AnswerEnd): void {
    if (this.#hasEnded) {
      return;
    }
    this.#hasEnded = true;
    for (const event of this.#openCalls.settle()) {
      this.#deps.emit(toolChatEvent(this.messageId, event));
    }
    this.#deps.emit({
      kind: "answerEnded",
      messageId: this.messageId,
      ...end,
      ...(this.#checks && { checks: this.#checks }),
      ...(this.#firstTextMs !== undefined && { firstTextMs: this.#firstTextMs }),
      ...(this.#reasoningMs !== undefined && { reasoningMs: this.#reasoningMs }),
      durationMs: this.#deps.clock.now() - this.#startedAt,
    });
  }
}

export function emptyAnswer(
  head: Pick<AssistantMessage, "id" | "parentId" | "createdAt" | "model">,
): AssistantMessage {
  return { role: "assistant", ...head, parts: [], state: "streaming", notices: [] };
}

/** The end of an answer after a failure: broken off if it had begun, else failed. */
function failedEnd(failure: Failure, hasBegun: boolean): AnswerEnd {
  if (failure.kind === "cancelled") {
    return { state: "stopped" };
  }
  if (!hasBegun) {
    return { state: "failed", failure };
  }
  const isBrokenOff = failure.kind === "upstream_error" && failure.httpStatus === 200;
  return {
    state: "incomplete",
    failure: isBrokenOff ? { ...failure, kind: "truncated" } : failure,
  };
}

/** `length` and a content filter end an answer normally, but incomplete. */
function endOf(finishReason: string | undefined): {
  readonly state: Exclude<AnswerState, "streaming">;
  readonly finishReason?: string;
  readonly failure?: Failure;
} {
  switch (finishReason) {
    case undefined:
      return { state: "incomplete", failure: { kind: "truncated" } };
    case "length":
      return { state: "incomplete", finishReason, failure: { kind: "length_limit" } };
    case "content_filter":
      return { state: "incomplete", finishReason, failure: { kind: "content_filtered" } };
    default:
      return { state: "complete", finishReason };
  }
}
