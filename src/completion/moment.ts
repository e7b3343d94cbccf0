import type { Clock } from "../shared/base/clock.ts";
import type { IndentStyle } from "./clean.ts";
import type { AskFailureKind, LimitOptions, LimitReason } from "./limits.ts";
import type { PlaceReason } from "./quiet.ts";
import type { FindSnippets } from "./snippetKeeper.ts";
import type { Snippet } from "./snippets.ts";
import type { Cursor, TextLines } from "./textLines.ts";

/** A gap in a file that a model fills. */
export interface HoleRequest {
  readonly path: string;
  readonly language: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly snippets: readonly Snippet[];
  readonly maxTokens: number;
  readonly stop: readonly string[];
}

/** Sends the prepared request and streams the answer; rejects with an `AskFailure`. */
export type Ask = (signal: AbortSignal) => AsyncIterable<string>;

export interface CompleterDeps {
  readonly clock: Clock;
  /** Prepares a request without sending it; it may never be sent. */
  readonly prepare: (hole: HoleRequest, file: string) => Ask;
  readonly findSnippets: FindSnippets;
  readonly limits: () => LimitOptions;
  readonly options: () => CompleterOptions;
  /** Called when the status shown to the person may have changed. */
  readonly onChange: () => void;
}

export interface CompleterOptions {
  readonly promptTokens: number;
  readonly maxLines: number;
  /** Wait after a key; undefined follows the person's speed. */
  readonly delayMs?: number | undefined;
  /** The model's tokens per estimated token. */
  readonly tokenRate: number;
}

/** An immutable snapshot of the editor. */
export interface Moment {
  readonly file: string;
  /** Relative to the workspace. */
  readonly path: string;
  readonly language: string;
  readonly lines: TextLines;
  readonly cursor: Cursor;
  readonly style: IndentStyle;
  readonly hasSelection: boolean;
  /** The person invoked it: no wait. */
  readonly isInvoked: boolean;
  /** Text before the file: earlier cells of a notebook. */
  readonly lead?: string;
  /** Filters offers that the editor would not show. */
  readonly canShow?: (offer: Offer) => boolean;
}

export interface Offer {
  readonly text: string;
  /** Units after the cursor that it replaces. */
  readonly replaces: number;
}

export type QuietReason = PlaceReason | LimitReason | AskFailureKind;
