import type { Unread } from "./inflated.ts";

export interface PdfReading {
  readonly texts: readonly string[];
  /** Attached files. */
  readonly files: readonly Uint8Array[];
  readonly unread?: Unread;
}

/** The reading of a PDF; undefined if it was not read yet, or never is. */
export type ReadPdf = (bytes: Uint8Array) => PdfReading | undefined;
