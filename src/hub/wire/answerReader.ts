import type { Usage } from "../../shared/conversation/conversation.ts";
import type { StreamEvent } from "./chatTypes.ts";

export interface ReaderSink {
  readonly emit: (event: StreamEvent) => void;
  /** Called also for parts without visible content. */
  readonly onContent: () => void;
}

/** Reads one answer in one chat format: a stream's objects, or the whole answer. */
export interface AnswerReader {
  /** The server's own reason; undefined until the end. */
  readonly finishReason: string | undefined;
  /** The rest of the stream can be ignored. */
  readonly isClosed: boolean;
  readonly usage: Usage | undefined;
  /** Throws `malformed_stream` if a part cannot be assigned to a choice or call. */
  read(value: unknown, requestId?: string): void;
  /** Ends a whole answer, even without a finish reason. */
  endWhole(): void;
  /** Empty if the answer was cut off. Throws `malformed_stream` if a call is incomplete. */
  toolCalls(): readonly StreamEvent[];
}

export function tokenCount(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}
