/** What is asked of git's own extension for it. */
export interface CommitTree {
  /** A file's text; of a folder, its entries one a line below a heading, folders with a `/` at the end. */
  show(ref: string, path: string): Promise<string>;
}

export interface CommitFiles {
  readonly paths: readonly string[];
  /** There are more folders than were looked into. */
  readonly isCut: boolean;
}

const maxFolders = 200;

/**
 * The files in a commit. The first commit of a repository has nothing that it could be compared with: the
 * extension's API compares commits only, not a commit with an empty tree.
 */
export async function filesOfCommit(tree: CommitTree, hash: string): Promise<CommitFiles> {
  const paths: string[] = [];
  const folders = [""];
  for (let index = 0; index < Math.min(folders.length, maxFolders); index += 1) {
    const folder = folders[index] ?? "";
    for (const name of entriesOf(await tree.show(hash, folder))) {
      (name.endsWith("/") ? folders : paths).push(folder + name);
    }
  }
  return { paths, isCut: folders.length > maxFolders };
}

/** A file that a commit brought, as its diff. */
export async function addedFile(tree: CommitTree, hash: string, path: string): Promise<string> {
  const head = `diff --git a/${path} b/${path}\nnew file\n`;
  const text = await tree.show(hash, path);
  if (text.includes("\u0000")) {
    return `${head}(not text)`;
  }
  const lines = text.replace(/\n$/u, "").split("\n");
  return `${head}--- /dev/null\n+++ b/${path}\n${lines.map((line) => `+${line}`).join("\n")}`;
}

function entriesOf(listing: string): readonly string[] {
  const [, ...entries] = listing.split("\n");
  return entries.filter((name) => name !== "");
}
