import type { AnswerEvent } from "./answerEvent.ts";

/** Reads one answer of one format. It keeps state, so each answer needs its own reader. */
export interface AnswerReader {
  /** Parses the data of one server-sent event; empty if it does not belong to this format. */
  readonly read: (data: string) => readonly AnswerEvent[];
  /** Parses the body of a whole answer; undefined if the body is not an answer. */
  readonly readWhole: (body: string) => readonly AnswerEvent[] | undefined;
}
