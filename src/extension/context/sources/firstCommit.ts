export interface CommitTree {
  /** The text of a file. For a folder: a heading, then one entry per line, folders with a trailing `/`. */
  show(ref: string, path: string): Promise<string>;
}

export interface CommitFiles {
  readonly paths: readonly string[];
  readonly isCut: boolean;
}

const maxFolders = 200;

/** Files of a commit without parent: the git extension compares only commits, not a commit with an empty tree. */
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
