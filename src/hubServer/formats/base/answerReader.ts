import type { TokenUsage } from "../../store/records.ts";
import type { AnswerEvent, StreamError } from "./answerEvent.ts";

export interface AnswerReader {
  readonly read: (data: string) => readonly AnswerEvent[];
  readonly readWhole: (body: string) => readonly AnswerEvent[] | undefined;
  /** For a format whose last events repeat the answer: the end of a stream that is cut here. */
  readonly cutText?: (usage: TokenUsage) => string;
  readonly failedText?: (error: StreamError) => string;
}
