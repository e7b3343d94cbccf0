import type { AnswerEvent } from "./answerEvent.ts";

/** What an answer says of itself, and what is known before it begins. */
export interface AnswerHead {
  readonly id: string;
  readonly requestId: string;
  /** Epoch seconds. */
  readonly created: number;
  /** As the client named it. */
  readonly model: string;
  /** Estimated, for formats that report what went in at the start. */
  readonly inputTokens: number;
}

/** Writes one streamed answer in one format. Everything comes back as the text to send, possibly none. */
export interface AnswerWriter {
  readonly write: (event: AnswerEvent) => string;
  /** What ends an answer that has a finish reason; nothing for one that has not, so that it is seen to be cut. */
  readonly end: () => string;
}
