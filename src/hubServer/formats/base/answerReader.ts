import type { TokenUsage } from "../../store/records.ts";
import type { AnswerEvent, StreamError } from "./answerEvent.ts";

/** Has state: each answer needs its own reader. */
export interface AnswerReader {
  /** The data of one server-sent event; empty for foreign data. */
  readonly read: (data: string) => readonly AnswerEvent[];
  /** Undefined if the body is not an answer. */
  readonly readWhole: (body: string) => readonly AnswerEvent[] | undefined;
  /** For a format whose last events repeat the answer: the end of a stream that is cut here. */
  readonly cutText?: (usage: TokenUsage) => string;
  readonly failedText?: (error: StreamError) => string;
}
