import type { AnswerEvent } from "./answerEvent.ts";

/** Reads one answer of one format. It has state, so each answer needs its own reader. */
export interface AnswerReader {
  /** Parses the data of one server-sent event; empty for foreign data. */
  readonly read: (data: string) => readonly AnswerEvent[];
  /** Parses a whole answer; undefined if the body is not an answer. */
  readonly readWhole: (body: string) => readonly AnswerEvent[] | undefined;
}
