import type { TokenUsage } from "../../store/records.ts";
import type { AnswerEvent, StreamError } from "./answerEvent.ts";

/** Reads one answer of one format. It has state, so each answer needs its own reader. */
export interface AnswerReader {
  /** Parses the data of one server-sent event; empty for foreign data. */
  readonly read: (data: string) => readonly AnswerEvent[];
  /** Parses a whole answer; undefined if the body is not an answer. */
  readonly readWhole: (body: string) => readonly AnswerEvent[] | undefined;
  /** For a format whose last events repeat the answer: the end of a stream that is cut here. */
  readonly cutText?: (usage: TokenUsage) => string;
  /** The end of a stream that fails here. */
  readonly failedText?: (error: StreamError) => string;
}
