import { isRecord, parseJson } from "../../shared/base/json.ts";
import type { Usage } from "../../shared/conversation/conversation.ts";
import { isErrorObject } from "../errors/errorObject.ts";
import { ErrorText } from "../errors/errorText.ts";
import { HubError } from "../errors/hubError.ts";
import { isContent, isError, isPartOfAnswer, isWholeCompletion, typed } from "./answerParts.ts";
import type { AnswerReader, ReaderSink } from "./answerReader.ts";
import type { StreamEvent, StreamOptions } from "./chatTypes.ts";
import { ChunkReader } from "./chunkReader.ts";
import { EndComments } from "./endComments.ts";
import { isCutJson } from "./ending.ts";
import { EventStream } from "./eventStream.ts";
import { JoinedEvents } from "./joinedEvents.ts";
import { lastEvents } from "./lastEvents.ts";
import { isMessageEvent, isWholeMessage, MessageReader } from "./messageReader.ts";

const maxWhole = 32 * 1024 * 1024;

export interface AnswerBodyOptions {
  readonly requestId: string | undefined;
  readonly costs: Pick<Usage, "cost" | "saved">;
  readonly onContent: () => void;
  readonly onCallPiece?: StreamOptions["onCallPiece"] | undefined;
  readonly onEnd: () => void;
}

/**
 * Ignores the content type, because gateways get it wrong: the body's first part decides. Push pieces until the end or
 * `isDone`, then call `end`. After `isDone`, only an error counts.
 */
export class AnswerBody {
  readonly #options: AnswerBodyOptions;
  readonly #decoder = new TextDecoder();
  readonly #sink: ReaderSink;
  readonly #stream: EventStream;
  #reader: AnswerReader;
  #hasFormat = false;
  #form: "unknown" | "stream" | "whole" = "unknown";
  #whole = "";
  readonly #told = new JoinedEvents();
  #problem: HubError | ErrorText | undefined;
  #lateError: ErrorText | undefined;
  #isDone = false;
  #isAtEnd = false;
  #isOver = false;
  #hasNewContent = false;
  readonly #comments = new EndComments();
  #beginning = "";

  constructor(options: AnswerBodyOptions) {
    this.#options = options;
    this.#sink = {
      emit: (event) => this.#tell(event),
      onContent: (piece) => {
        this.#hasNewContent = true;
        if (piece) {
          options.onCallPiece?.({ ...piece });
        }
      },
    };
    this.#reader = new ChunkReader(this.#sink);
    this.#stream = new EventStream({
      onEvent: (event, data) => this.#readEvent(event, data),
      onOverflow: () => this.#fail(new HubError({ kind: "malformed_stream" })),
    });
  }

  get problem(): HubError | ErrorText | undefined {
    return this.#problem;
  }

  get isDone(): boolean {
    return this.#isDone || this.#problem !== undefined;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get hasEnded(): boolean {
    return this.#reader.finishReason !== undefined;
  }

  get isWhole(): boolean {
    return this.#form === "whole";
  }

  get lateError(): ErrorText | undefined {
    return this.#lateError;
  }

  push(bytes: Uint8Array): readonly StreamEvent[] {
    this.#pushText(this.#decoder.decode(bytes, { stream: true }));
    return this.#take();
  }

  end(): readonly StreamEvent[] {
    this.#isAtEnd = true;
    if (this.#form === "stream") {
      this.#stream.push(this.#decoder.decode());
      this.#stream.end();
    } else if (!this.isDone) {
      this.#pushText(this.#decoder.decode());
      this.#readWhole();
    }
    this.#finish();
    this.#isOver = true;
    return this.#take();
  }

  #pushText(text: string): void {
    if (this.#form === "stream") {
      this.#pushToStream(text);
      return;
    }
    this.#whole = (this.#whole + text).slice(0, maxWhole + 1);
    if (this.#form === "unknown") {
      this.#whole = this.#whole.replace(/^[\s\uFEFF]+/u, "");
      this.#recogniseForm();
    }
    if (this.#whole.length > maxWhole) {
      this.#fail(new HubError({ kind: "malformed_stream" }));
    }
  }

  /** `{` and `[` begin JSON, `<` a page instead of an answer, anything else a stream. */
  #recogniseForm(): void {
    const first = this.#whole.charAt(0);
    if (first === "{" || first === "[") {
      this.#form = "whole";
    } else if (first === "<") {
      this.#form = "whole";
      this.#fail(new ErrorText(this.#whole, false));
    } else if (first !== "") {
      this.#form = "stream";
      this.#pushToStream(this.#whole);
      this.#whole = "";
    }
  }

  #pushToStream(text: string): void {
    if (this.#beginning.length < 8) {
      this.#beginning += text.slice(0, 8);
    }
    this.#comments.push(text);
    this.#stream.push(text);
  }

  #readEvent(event: string | undefined, data: string): void {
    const word = data.length < 16 ? data.trim() : data;
    if (this.isDone || word === "") {
      this.#readLate(event, data);
      return;
    }
    if (word === "[DONE]") {
      this.#isDone = true;
      return;
    }
    const value = typed(parseJson(data), event);
    if (isError(event, value)) {
      this.#failWith(data);
    } else if (value !== undefined) {
      this.#readValue(value);
    } else if (isPartOfAnswer(event)) {
      // JSON that stops at the body's end was cut in transit, not malformed.
      this.#fail(new HubError({ kind: this.#isAtEnd ? "truncated" : "malformed_stream" }));
    }
  }

  #readLate(event: string | undefined, data: string): void {
    const isLate = this.hasEnded && this.#isDone && !this.#problem && !this.#lateError;
    if (isLate && isError(event, typed(parseJson(data), event))) {
      this.#failWith(data);
    }
  }

  #failWith(data: string): void {
    const error = new ErrorText(data, true);
    if (this.hasEnded) {
      this.#lateError = error;
      this.#tell({ kind: "notice", failure: { kind: "late_error" } });
    }
    this.#fail(error);
  }

  #readValue(value: unknown): void {
    this.#chooseReader(value);
    const hadEnded = this.hasEnded;
    try {
      this.#reader.read(value, this.#options.requestId);
    } catch (error) {
      this.#fail(error instanceof HubError ? error : new HubError({ kind: "unknown" }));
    }
    this.#isDone ||= this.#reader.isClosed;
    if (!hadEnded && this.hasEnded) {
      this.#options.onEnd();
    }
  }

  #chooseReader(value: unknown): void {
    if (this.#hasFormat) {
      return;
    }
    if (isMessageEvent(value) || isWholeMessage(value)) {
      this.#reader = new MessageReader(this.#sink);
      this.#hasFormat = true;
    } else {
      this.#hasFormat = isRecord(value) && Array.isArray(value["choices"]);
    }
  }

  #readWhole(): void {
    const value = parseJson(this.#whole);
    if (value === undefined) {
      this.#fail(new HubError({ kind: isCutJson(this.#whole) ? "truncated" : "malformed_stream" }));
    } else if (isErrorObject(value)) {
      this.#fail(new ErrorText(this.#whole, false));
    } else if (isWholeMessage(value) || isWholeCompletion(value)) {
      this.#readValue(value);
      this.#reader.endWhole();
    } else {
      this.#fail(new HubError({ kind: "not_a_hub" }));
    }
  }

  #finish(): void {
    const { finishReason, usage } = this.#reader;
    const costs = { ...this.#comments.costs, ...this.#options.costs };
    for (const failure of this.#comments.notices) {
      this.#tell({ kind: "notice", failure });
    }
    if (usage ?? costs.cost) {
      this.#tell({ kind: "usage", ...costs, ...usage });
    }
    if (this.#problem) {
      return;
    }
    if (finishReason === undefined) {
      const isStream = /^(?::|data|event|id|retry)/u.test(this.#beginning);
      this.#problem = new HubError({ kind: isStream ? "truncated" : "not_a_hub" });
      return;
    }
    try {
      for (const event of lastEvents(finishReason, this.#reader)) {
        this.#told.add(event);
      }
    } catch (error) {
      this.#problem = error instanceof HubError ? error : new HubError({ kind: "unknown" });
    }
  }

  /** Fails the answer; an answer that has ended stays complete. */
  #fail(problem: HubError | ErrorText): void {
    if (this.hasEnded) {
      this.#isDone = true;
    } else {
      this.#problem ??= problem;
    }
  }

  #tell(event: StreamEvent): void {
    this.#told.add(event);
    this.#hasNewContent ||= isContent(event);
  }

  #take(): readonly StreamEvent[] {
    if (this.#hasNewContent) {
      this.#hasNewContent = false;
      this.#options.onContent();
    }
    return this.#told.take();
  }
}
