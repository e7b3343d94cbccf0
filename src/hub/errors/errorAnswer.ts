export interface ErrorAnswer {
  /** 200 for an error inside a stream or a successful answer. */
  readonly status: number;
  readonly headers: Headers;
  /** At most 100 KiB of the body, or one stream event. */
  readonly text: string;
  /** Inside a stream: the address is certainly a hub. */
  readonly isFromStream: boolean;
}

export interface ClassifyContext {
  /** Epoch milliseconds; base for waits. */
  readonly now: number;
  /** Never shown, even if the server repeats them. */
  readonly secrets: readonly string[];
  readonly baseUrl: string;
}
