import type { PlacedKind } from "../../shared/guarded/dataProtection.ts";

export const completionApp = "vscode-completion";

export interface CompletionRequest {
  readonly model: string;
  readonly prompt: string;
  readonly suffix: string;
  readonly maxTokens: number;
  readonly stop: readonly string[];
  readonly hidden?: readonly PlacedKind[];
  readonly hub?: {
    readonly path: string;
    readonly language: string;
    readonly context: readonly { readonly path: string; readonly text: string }[];
    readonly edits?: readonly { readonly path: string; readonly text: string }[];
    readonly offers?: { readonly offered: number; readonly kept: number };
  };
}

export type CompletionEvent =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "usage"; readonly promptTokens: number; readonly completionTokens: number };
