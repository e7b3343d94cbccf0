import type { DlpRules } from "../../dlp/dlpRules.ts";
import type { DlpVerdict } from "../../dlp/scanRequest.ts";
import type { Fields } from "./base/fields.ts";
import type { ToolNames } from "./base/sentTool.ts";
import type { ChatFormat } from "./chatFormat.ts";

export interface UpstreamRequest {
  readonly body: Uint8Array | string;
  readonly dropped: readonly string[];
  readonly toolNames: ToolNames;
}

export interface WriteOrder {
  readonly format: ChatFormat;
  readonly upstreamFormat: ChatFormat;
  readonly model: string;
  readonly isStreamed: boolean;
  readonly wantsUsage: boolean;
  readonly allowedTokens: number;
  readonly cachesPrompt: boolean;
}

/**
 * Another thread parses a large body; this thread has only its small fields, and the names of large fields. A changed
 * value in `fields` replaces the body's own.
 */
export interface HeldBody {
  readonly bytes: Uint8Array;
  readonly fields: Fields;
  readonly inspect: (
    fields: Fields,
    asWritten: Fields,
    policy: DlpRules,
  ) => Promise<DlpVerdict & { readonly held: HeldBody }>;
  readonly write: (fields: Fields, order: WriteOrder) => Promise<UpstreamRequest>;
  readonly whole: (fields: Fields) => Fields;
  /** The values in the body, as keyed hashes. */
  readonly values: (rules: Pick<DlpRules, "own">, key: string) => Promise<readonly string[]>;
}
