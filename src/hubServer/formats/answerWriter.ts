import type { AnswerEvent } from "./answerEvent.ts";

/** The fields of an answer that are known before it begins. */
export interface AnswerHead {
  readonly id: string;
  readonly requestId: string;
  /** Epoch seconds. */
  readonly created: number;
  /** The model name the client sent. */
  readonly model: string;
  /** Estimated; for formats that report the input tokens at the start. */
  readonly inputTokens: number;
  /** An OpenAI client of the older form: its only call is a `function_call`. */
  readonly hasOlderCalls?: boolean;
}

/** Writes one streamed answer in one format. Methods return the text to send, possibly empty. */
export interface AnswerWriter {
  readonly write: (event: AnswerEvent) => string;
  /** Ends the stream. Empty if no finish reason was written, so that the client sees the cut. */
  readonly end: () => string;
}
