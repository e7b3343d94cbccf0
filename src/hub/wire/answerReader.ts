import type { Usage } from "../../shared/conversation/conversation.ts";
import type { CallPiece, StreamEvent } from "./chatTypes.ts";

export interface ReaderSink {
  readonly emit: (event: StreamEvent) => void;
  /** Called with the tool call whose arguments grew, or undefined for other content. */
  readonly onContent: (piece: CallPiece | undefined) => void;
}

export interface AnswerReader {
  readonly finishReason: string | undefined;
  readonly isClosed: boolean;
  readonly usage: Usage | undefined;
  /** Throws `malformed_stream` for a part that belongs to no choice or call. */
  read(value: unknown, requestId?: string): void;
  endWhole(): void;
  /** Empty if the answer was cut off. Throws `malformed_stream` for an incomplete call. */
  toolCalls(): readonly StreamEvent[];
}

export function tokenCount(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}
