import type {
  LinePattern,
  MatchLimits,
  Workspace,
  WorkspaceFolder,
  WorkspacePath,
} from "./workspace.ts";

/**
 * A path begins with its folder's name, or is absolute. Other paths are searched in every folder; if not exactly one
 * has it, the first folder counts.
 */
export class ManyFolders implements Workspace {
  readonly root: string;
  readonly folders: readonly WorkspaceFolder[];
  readonly #first: Workspace;
  readonly #all: readonly (readonly [name: string, workspace: Workspace])[];

  /** The folders are all on the same file system; of folders with the same name the later ones get a number. */
  constructor(
    first: readonly [name: string, workspace: Workspace],
    ...more: readonly (readonly [name: string, workspace: Workspace])[]
  ) {
    const all = withOwnNames([first, ...more]);
    this.#first = first[1];
    this.#all = all;
    this.root = first[1].root;
    this.folders = all.map(([name, { root }]) => ({ name, root }));
  }

  async locate(path: string): Promise<WorkspacePath> {
    const plain = this.#hasBackslashes ? path.replaceAll("\\", "/") : path;
    const relative = plain.replace(/^(?:\.\/+)+/u, "");
    if (relative === "." || relative === "") {
      // Its entries are the folders; Git and others that need one place use the first folder.
      return { ...(await this.#first.locate(".")), shown: "." };
    }
    const [head = "", ...rest] = relative.split("/");
    const named = this.#all.find(([name]) => name === head);
    return named
      ? await this.#inFolder(named, rest.filter((part) => part !== "").join("/") || ".")
      : await this.#anywhere(relative);
  }

  async entries(path: WorkspacePath): ReturnType<Workspace["entries"]> {
    return path.shown === "."
      ? this.folders.map(({ name }) => ({ name, isFolder: true }))
      : await this.#first.entries(path);
  }

  read(path: WorkspacePath): ReturnType<Workspace["read"]> {
    return this.#first.read(path);
  }

  write(...args: Parameters<Workspace["write"]>): ReturnType<Workspace["write"]> {
    return this.#first.write(...args);
  }

  move(...args: Parameters<Workspace["move"]>): ReturnType<Workspace["move"]> {
    return this.#first.move(...args);
  }

  remove(...args: Parameters<Workspace["remove"]>): ReturnType<Workspace["remove"]> {
    return this.#first.remove(...args);
  }

  matchLines(
    pattern: LinePattern,
    texts: readonly string[],
    limits: MatchLimits,
  ): ReturnType<Workspace["matchLines"]> {
    return this.#first.matchLines(pattern, texts, limits);
  }

  get #hasBackslashes(): boolean {
    return this.root.includes("\\") && !this.root.startsWith("/");
  }

  /** `..` and links may lead to another folder of the workspace. */
  async #inFolder(
    [name, workspace]: readonly [string, Workspace],
    path: string,
  ): Promise<WorkspacePath> {
    const found = await workspace.locate(path);
    return found.isInside ? shownIn(name, found) : await this.#holding(found);
  }

  async #anywhere(path: string): Promise<WorkspacePath> {
    const all = await Promise.all(this.#all.map((folder) => this.#inFolder(folder, path)));
    const there = all.filter(({ kind }) => kind !== "missing");
    const places = new Set(there.map(({ real }) => real));
    const found = places.size === 1 ? there[0] : all[0];
    return found ?? (await this.#first.locate(path));
  }

  async #holding(found: WorkspacePath): Promise<WorkspacePath> {
    for (const [name, workspace] of this.#all) {
      const here = await workspace.locate(found.named);
      if (here.isInside) {
        return shownIn(name, here);
      }
    }
    return found;
  }
}

function shownIn(name: string, path: WorkspacePath): WorkspacePath {
  const below = (shown: string): string => (shown === "." ? name : `${name}/${shown}`);
  const { link } = path;
  return {
    ...path,
    shown: below(path.shown),
    ...(link !== undefined && { link: isAbsolute.test(link) ? link : below(link) }),
  };
}

const isAbsolute = /^(?:[/\\]|[a-z]:[/\\])/iu;

function withOwnNames(
  all: readonly (readonly [string, Workspace])[],
): readonly (readonly [string, Workspace])[] {
  const taken = new Set<string>();
  return all.map(([wanted, workspace]) => {
    // A name with a slash, or only dots, would be read as a path.
    const plain = wanted.replaceAll(/[/\\]/gu, "_").replace(/^\.{0,2}$/u, "folder");
    let name = plain;
    for (let number = 2; taken.has(name); number += 1) {
      name = `${plain} (${number})`;
    }
    taken.add(name);
    return [name, workspace] as const;
  });
}

export async function realFolders(workspace: Workspace): Promise<readonly string[]> {
  const paths = workspace.folders?.map(({ root }) => root) ?? ["."];
  const located = await Promise.all(paths.map((path) => workspace.locate(path)));
  return located.map(({ real }) => real);
}

export async function foldersKey(workspace: Workspace): Promise<string> {
  return keyOfFolders(await realFolders(workspace));
}

export function keyOfFolders(folders: readonly string[]): string {
  return folders.toSorted().join("\n");
}

export function rootText({ root, folders }: Workspace): string {
  return folders
    ? [
        `${folders.length} folders; a path begins with the name of its folder.`,
        ...folders.map((folder) => `- ${folder.name}: ${folder.root}`),
      ].join("\n")
    : root;
}
