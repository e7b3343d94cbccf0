import type { DlpVerdict } from "../../dlp/scanRequest.ts";
import type { DlpPolicy } from "../../shared/sensitiveKinds.ts";
import type { ChatFormat } from "./chatFormat.ts";
import type { Fields } from "./fields.ts";
import type { ToolNames } from "./toolNames.ts";

/** What an upstream is sent. */
export interface UpstreamRequest {
  readonly body: Uint8Array | string;
  /** Names of what could not be translated. */
  readonly dropped: readonly string[];
  /** Of tools that had to be called otherwise. */
  readonly toolNames: ToolNames;
}

/** How a body is to be written for an upstream. */
export interface WriteOrder {
  readonly format: ChatFormat;
  readonly upstreamFormat: ChatFormat;
  /** As the upstream knows the model. */
  readonly model: string;
  readonly isStreamed: boolean;
  readonly wantsUsage: boolean;
  readonly allowedTokens: number;
}

/**
 * A large body, which is read in another thread so that nobody waits for it. On this one it has its bytes and
 * its small fields; each large one is there by name only. A field of `fields` below that is not the body's own
 * is taken in its place.
 */
export interface HeldBody {
  readonly bytes: Uint8Array;
  readonly fields: Fields;
  /** The verdict on all of it, with the body that is to go on. */
  readonly inspect: (
    fields: Fields,
    asWritten: Fields,
    policy: DlpPolicy,
  ) => Promise<DlpVerdict & { readonly held: HeldBody }>;
  readonly write: (fields: Fields, order: WriteOrder) => Promise<UpstreamRequest>;
  /** All fields, on this thread: for the built-in models. Throws an `ApiError` for a body that is too large for them. */
  readonly whole: (fields: Fields) => Fields;
}
