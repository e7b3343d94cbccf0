import type { DlpVerdict } from "../../dlp/scanRequest.ts";
import type { DlpPolicy } from "../../shared/sensitiveKinds.ts";
import type { ChatFormat } from "./chatFormat.ts";
import type { Fields } from "./fields.ts";
import type { ToolNames } from "./toolNames.ts";

/** The request that is sent to an upstream. */
export interface UpstreamRequest {
  readonly body: Uint8Array | string;
  /** Names of fields that could not be translated. */
  readonly dropped: readonly string[];
  /** Tools that were sent under a shorter name. */
  readonly toolNames: ToolNames;
}

/** How to write a body for an upstream. */
export interface WriteOrder {
  readonly format: ChatFormat;
  readonly upstreamFormat: ChatFormat;
  /** The upstream's name of the model. */
  readonly model: string;
  readonly isStreamed: boolean;
  readonly wantsUsage: boolean;
  readonly allowedTokens: number;
  readonly cachesPrompt: boolean;
}

/**
 * A large body. Another thread parses it, so that other requests do not wait. This thread has only
 * its bytes and its small fields; a large field is present by name only. Below, a value in `fields`
 * that differs from the body's own replaces it.
 */
export interface HeldBody {
  readonly bytes: Uint8Array;
  readonly fields: Fields;
  /** Inspects the whole body; returns the verdict and the body to send on. */
  readonly inspect: (
    fields: Fields,
    asWritten: Fields,
    policy: DlpPolicy,
  ) => Promise<DlpVerdict & { readonly held: HeldBody }>;
  readonly write: (fields: Fields, order: WriteOrder) => Promise<UpstreamRequest>;
  /** Parses all fields on this thread, for built-in models; throws an `ApiError` if too large. */
  readonly whole: (fields: Fields) => Fields;
}
