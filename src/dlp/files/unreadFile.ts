import type { FileKind } from "./fileKind.ts";
import type { Unread } from "./inflated.ts";

/** A file that was not searched as a whole. */
export interface UnreadFile {
  readonly file: FileKind;
  readonly why: Unread;
  readonly field: string;
}
