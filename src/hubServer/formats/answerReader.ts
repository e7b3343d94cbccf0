import type { AnswerEvent } from "./answerEvent.ts";

/** Reads answers of one format. It keeps what it needs of one answer, so each has its own. */
export interface AnswerReader {
  /** The events of one event of a stream; none for what is not of this format. */
  readonly read: (data: string) => readonly AnswerEvent[];
  /** The events of a whole answer; undefined if it is none. */
  readonly readWhole: (body: string) => readonly AnswerEvent[] | undefined;
}
