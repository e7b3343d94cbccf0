import type { Usage } from "../shared/conversation.ts";
import type { StreamEvent } from "./chatTypes.ts";

/** What an `AnswerReader` reports while it reads. */
export interface ReaderSink {
  readonly emit: (event: StreamEvent) => void;
  /** A part of the answer came, even if nothing of it can be shown yet. */
  readonly onContent: () => void;
}

/** Reads the objects of one answer in one chat format: the pieces of a stream, or the whole answer at once. */
export interface AnswerReader {
  /** The server's own word for why the answer ended; undefined until it has. */
  readonly finishReason: string | undefined;
  /** Whether the rest of the stream can be ignored. */
  readonly isClosed: boolean;
  /** The usage that was reported last. */
  readonly usage: Usage | undefined;
  /** Reads one object. Throws `malformed_stream` if its parts cannot be assigned to a choice or a call. */
  read(value: unknown, requestId?: string): void;
  /** Ends an answer that came as one object, even if it gives no reason for its end. */
  endWhole(): void;
  /**
   * The tool calls of an answer that ended in order; none if it was cut off. Throws `malformed_stream` if a call
   * is incomplete.
   */
  toolCalls(): readonly StreamEvent[];
}

export function tokenCount(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}
