/** An answer that is an error: its status, headers and the beginning of its body. */
export interface ErrorAnswer {
  /** HTTP status; 200 for an error inside a stream or a successful answer. */
  readonly status: number;
  readonly headers: Headers;
  /** At most 100 KiB of the body, or one event of a stream. */
  readonly text: string;
  /** A hub that has begun to stream is a hub. */
  readonly isFromStream: boolean;
}

export interface ClassifyContext {
  /** Epoch milliseconds, to turn waiting times into points in time. */
  readonly now: number;
  /** Never shown, whatever the server echoes. */
  readonly secrets: readonly string[];
  readonly baseUrl: string;
}
