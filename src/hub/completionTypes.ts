/** The app under which the hub counts completions. */
export const completionApp = "vscode-completion";

export interface CompletionRequest {
  readonly model: string;
  readonly prompt: string;
  readonly suffix: string;
  readonly maxTokens: number;
  readonly stop: readonly string[];
  /** Only for a hub that says it reads this field. */
  readonly hub?: {
    readonly path: string;
    readonly language: string;
    readonly context: readonly { readonly path: string; readonly text: string }[];
    /** What became of the texts offered since the last request. */
    readonly offers?: { readonly offered: number; readonly kept: number };
  };
}

/** What a completion's stream says, in order. */
export type CompletionEvent =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "usage"; readonly promptTokens: number; readonly completionTokens: number };
