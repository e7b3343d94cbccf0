import type { TokenUsage } from "../../store/records.ts";
import type { AnswerEvent, StreamError } from "./answerEvent.ts";

/** Each answer needs its own reader. */
export interface AnswerReader {
  /** Empty for foreign data. */
  readonly read: (data: string) => readonly AnswerEvent[];
  /** Undefined for a body that is no answer. */
  readonly readWhole: (body: string) => readonly AnswerEvent[] | undefined;
  /** If the last events repeat the answer: the end of a stream that is cut here. */
  readonly cutText?: (usage: TokenUsage) => string;
  readonly failedText?: (error: StreamError) => string;
}
