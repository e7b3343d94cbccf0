/** The content is undefined if the file is too large or not text. */
export interface FolderFile {
  readonly path: string;
  readonly content: string | undefined;
}

export interface FolderListing {
  readonly paths: readonly string[];
  readonly isCut: boolean;
  readonly ignored: number;
}

/** In UTF-16 units: about 30,000 tokens of code. */
export const folderBudget = 120_000;
const maxTreeLines = 800;

/**
 * The folder's tree, then as many file contents as fit, then a list of the files left out, so that no reader mistakes a
 * part for the whole.
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

/** A line break in a file name would look like another entry. */
function oneLine(path: string): string {
  return path.replaceAll(/[\r\n]+/gu, " ");
}
