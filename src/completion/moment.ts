import type { Clock } from "../shared/clock.ts";
import type { IndentStyle } from "./clean.ts";
import type { AskFailureKind, LimitOptions, LimitReason } from "./limits.ts";
import type { PlaceReason } from "./quiet.ts";
import type { FindSnippets } from "./snippetKeeper.ts";
import type { Snippet } from "./snippets.ts";
import type { Cursor, TextLines } from "./textLines.ts";

/** A hole in a file, as a model is asked to fill it. */
export interface HoleRequest {
  readonly path: string;
  readonly language: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly snippets: readonly Snippet[];
  readonly maxTokens: number;
  readonly stop: readonly string[];
}

/** Sends a request that is ready: the model's answer in pieces; rejects with an `AskFailure`. */
export type Ask = (signal: AbortSignal) => AsyncIterable<string>;

export interface CompleterDeps {
  readonly clock: Clock;
  /** Makes ready what is asked for a hole in this file; sends nothing, and perhaps never will. */
  readonly prepare: (hole: HoleRequest, file: string) => Ask;
  readonly findSnippets: FindSnippets;
  readonly limits: () => LimitOptions;
  readonly options: () => CompleterOptions;
  /** Something happened that a person may want to know. */
  readonly onChange: () => void;
}

export interface CompleterOptions {
  readonly promptTokens: number;
  readonly maxLines: number;
  /** Milliseconds after a key; undefined to follow the person's speed. */
  readonly delayMs?: number | undefined;
  /** The model's tokens for one that is estimated. */
  readonly tokenRate: number;
}

/** What the editor has at one moment. Nothing in it changes. */
export interface Moment {
  readonly file: string;
  /** Relative to the workspace. */
  readonly path: string;
  readonly language: string;
  readonly lines: TextLines;
  readonly cursor: Cursor;
  readonly style: IndentStyle;
  readonly hasSelection: boolean;
  /** The person asked for it: nothing is waited for. */
  readonly isInvoked: boolean;
  /** Text that comes before the file: the earlier cells of a notebook. */
  readonly lead?: string;
  /** Whether the editor would show a text; what it would not is no offer. Absent: it would show any. */
  readonly canShow?: (offer: Offer) => boolean;
}

/** A text to offer at the cursor. */
export interface Offer {
  readonly text: string;
  /** Units behind the cursor that it replaces. */
  readonly replaces: number;
}

/** Why the last moment had no offer. */
export type QuietReason = PlaceReason | LimitReason | AskFailureKind;
