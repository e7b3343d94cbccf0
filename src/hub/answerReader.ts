import type { Usage } from "../shared/conversation.ts";
import type { StreamEvent } from "./chatTypes.ts";

/** What a caller of `AnswerReader.read` must do for each thing that was read. */
export interface ReaderSink {
  readonly emit: (event: StreamEvent) => void;
  /** Something of the answer came, even if there is nothing to show of it yet. */
  readonly onContent: () => void;
}

/** Reads the objects of one answer, pieces of a stream or the one whole, in one of the chat formats. */
export interface AnswerReader {
  /** Why the answer ended, once it has, in the server's own word. */
  readonly finishReason: string | undefined;
  /** Whether nothing that may follow matters. */
  readonly isClosed: boolean;
  /** What the answer used, as last reported. */
  readonly usage: Usage | undefined;
  /** Reads one object. Throws `malformed_stream` for parts that cannot be told apart. */
  read(value: unknown, requestId?: string): void;
  /** For an answer that came whole: it has ended, whether or not it says why. */
  endWhole(): void;
  /**
   * The complete calls of an answer that ended in order; one that was cut off calls nothing. Throws
   * `malformed_stream` for calls that are not whole.
   */
  toolCalls(): readonly StreamEvent[];
}

export function tokenCount(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}
