import type { AnswerEvent } from "./answerEvent.ts";
import type { Fields } from "./fields.ts";

export interface AnswerHead {
  readonly id: string;
  readonly requestId: string;
  /** Epoch seconds. */
  readonly created: number;
  readonly model: string;
  readonly inputTokens: number;
  /** The client uses OpenAI's older form, with one `function_call`. */
  readonly hasOlderCalls?: boolean;
  readonly repeated?: Fields;
}

export interface AnswerWriter {
  readonly write: (event: AnswerEvent) => string;
  /** The end of the stream; empty without a finish reason, so that the client sees the cut. */
  readonly end: () => string;
}
