export interface ErrorAnswer {
  /** 200 for an error inside a stream or a successful answer. */
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly isFromStream: boolean;
}

export interface ClassifyContext {
  readonly now: number;
  /** Never shown, even if the server repeats them. */
  readonly secrets: readonly string[];
  readonly baseUrl: string;
}
