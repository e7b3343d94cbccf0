import type { DlpVerdict } from "../../dlp/scanRequest.ts";
import type { DlpPolicy } from "../../shared/guarded/sensitiveKinds.ts";
import type { Fields } from "./base/fields.ts";
import type { ToolNames } from "./base/sentTool.ts";
import type { ChatFormat } from "./chatFormat.ts";

export interface UpstreamRequest {
  readonly body: Uint8Array | string;
  readonly dropped: readonly string[];
  /** Tools that were sent under a shorter name. */
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
 * A large body, parsed by another thread so that other requests do not wait. This thread has only
 * its bytes and small fields; a large field is present by name only. In the methods, a value in
 * `fields` that differs from the body's own replaces it.
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
