/** A file of an attached folder. Its content is undefined if it is too large or no text. */
export interface FolderFile {
  /** Relative to the folder, with `/` between segments. */
  readonly path: string;
  readonly content: string | undefined;
}

export interface FolderListing {
  /** Paths of all files below the folder that may be sent, in order. */
  readonly paths: readonly string[];
  /** Whether the folder has more files than were listed. */
  readonly isCut: boolean;
  /** Number of files that were left out because they are ignored or may hold secrets. */
  readonly ignored: number;
}

/** In UTF-16 units: about 30,000 tokens of code. */
export const folderBudget = 120_000;
const maxTreeLines = 800;

/**
 * A folder as text: its tree, then the contents of as many files as fit, then a list of what was left out, so
 * that neither the person nor the model mistakes a part for the whole.
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

/** Replaces line breaks in a file name: in a list the rest of the name would look like another entry. */
function oneLine(path: string): string {
  return path.replaceAll(/[\r\n]+/gu, " ");
}
