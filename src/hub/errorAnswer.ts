/** An answer that is an error: its status, headers and the beginning of its body. */
export interface ErrorAnswer {
  /** HTTP status; 200 for an error inside a stream or a successful answer. */
  readonly status: number;
  readonly headers: Headers;
  /** At most 100 KiB of the body, or one event of a stream. */
  readonly text: string;
  /** Whether the error came inside a stream; then the address is certainly a hub. */
  readonly isFromStream: boolean;
}

export interface ClassifyContext {
  /** Epoch milliseconds; the base for waiting times. */
  readonly now: number;
  /** Texts that are never shown, even if the server repeats them. */
  readonly secrets: readonly string[];
  readonly baseUrl: string;
}
