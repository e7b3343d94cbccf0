/** A file of a folder that goes along; its content is undefined where it is not text or too large. */
export interface FolderFile {
  /** Relative to the folder, with `/` between segments. */
  readonly path: string;
  readonly content: string | undefined;
}

export interface FolderListing {
  /** All files below the folder that may go along, in order, by their path. */
  readonly paths: readonly string[];
  /** There are more that nobody looked at. */
  readonly isCut: boolean;
  /** How many were left out as ignored or secret. */
  readonly ignored: number;
}

/** In UTF-16 units: about 30,000 tokens of code. */
export const folderBudget = 120_000;
const maxTreeLines = 800;

/**
 * A folder as text: its tree, then the contents of its files as long as they fit, and at the end what was
 * left out, so that neither the person nor the model takes a part for the whole.
 */
export function folderText(listing: FolderListing, files: readonly FolderFile[]): string {
  const shown = listing.paths.slice(0, maxTreeLines);
  const parts = ["Files:", ...shown.map((path) => `  ${oneLine(path)}`)];
  const unlisted = listing.paths.length - shown.length;
  const left: string[] = [];
  let room = folderBudget - parts.join("\n").length;
  for (const { path, content } of files) {
    const block = content === undefined ? undefined : `\n===== ${oneLine(path)} =====\n${content}`;
    if (block === undefined || block.length > room) {
      left.push(oneLine(path));
    } else {
      room -= block.length;
      parts.push(block);
    }
  }
  return [...parts, ...leftOut(left, unlisted, listing)].join("\n");
}

function leftOut(
  left: readonly string[],
  unlisted: number,
  { isCut, ignored }: FolderListing,
): string[] {
  const lines = [
    left.length > 0
      ? `Contents of ${left.length} files are not included: ${left.slice(0, 50).join(", ")}${left.length > 50 ? ", …" : ""}`
      : undefined,
    unlisted > 0 ? `${unlisted} more files are not listed.` : undefined,
    isCut ? "There are still more files, which were not looked at." : undefined,
    ignored > 0 ? `${ignored} ignored or secret files are not included.` : undefined,
  ].filter((line) => line !== undefined);
  return lines.length === 0 ? [] : ["\n===== Left out =====", ...lines];
}

/** A file name may hold a line break; in a list it must not look like another entry. */
function oneLine(path: string): string {
  return path.replaceAll(/[\r\n]+/gu, " ");
}
