import type { Clock } from "../shared/base/clock.ts";
import type { PlaceReason } from "./quiet.ts";
import type { IndentStyle } from "./reindent.ts";
import type { FindSnippets } from "./snippetKeeper.ts";
import type { Snippet } from "./snippets.ts";
import type { Cursor, TextLines } from "./textLines.ts";
import type { AskFailureKind, LimitOptions, LimitReason } from "./usage/limits.ts";

export interface HoleRequest {
  readonly path: string;
  readonly language: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly snippets: readonly Snippet[];
  readonly maxTokens: number;
  readonly stop: readonly string[];
  /** The last differences; with them the next edit is asked for, not the text at the cursor. */
  readonly edits?: readonly Snippet[];
}

export type Ask = (signal: AbortSignal) => AsyncIterable<string>;

export interface CompleterDeps {
  readonly clock: Clock;
  readonly prepare: (hole: HoleRequest, file: string) => Ask;
  readonly findSnippets: FindSnippets;
  readonly limits: () => LimitOptions;
  readonly options: () => CompleterOptions;
  readonly onChange: () => void;
}

export interface CompleterOptions {
  readonly promptTokens: number;
  readonly maxLines: number;
  readonly delayMs?: number | undefined;
  readonly tokenRate: number;
}

export interface Moment {
  readonly file: string;
  readonly path: string;
  readonly language: string;
  readonly lines: TextLines;
  readonly cursor: Cursor;
  readonly style: IndentStyle;
  readonly hasSelection: boolean;
  readonly isInvoked: boolean;
  /** Text before the file: earlier cells of a notebook. */
  readonly lead?: string;
  readonly canShow?: (offer: Offer) => boolean;
}

export interface Offer {
  readonly text: string;
  readonly replaces: number;
}

export type QuietReason = PlaceReason | LimitReason | AskFailureKind;
