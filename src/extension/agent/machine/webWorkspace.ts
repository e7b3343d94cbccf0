import type {
  FileProblem,
  FileText,
  FolderEntry,
  LinePattern,
  Workspace,
  WorkspacePath,
} from "../../../agent/tools/base/workspace.ts";
import { sha256 } from "../../../shared/base/hash.ts";
import type { WebFiles } from "./webFiles.ts";

const maxBytes = 2_097_152;

/** A workspace folder in a browser. Links are never followed and count as missing. */
export class WebWorkspace implements Workspace {
  readonly root: string;
  readonly #files: WebFiles;
  readonly #ours: readonly string[];

  /** Absolute paths with `/`; `ours` are folders of the product and the editor on the same file system. */
  constructor(root: string, files: WebFiles, ours: readonly string[] = []) {
    this.root = root === "/" ? root : root.replace(/\/+$/u, "");
    this.#files = files;
    this.#ours = ours.map((folder) => normalized(folder).toLowerCase());
  }

  async locate(path: string): Promise<WorkspacePath> {
    const named = normalized(path.startsWith("/") ? path : `${this.root}/${path}`);
    const start = this.root === "/" ? "/" : `${this.root}/`;
    const isInside = named === this.root || named.startsWith(start);
    const inner = named === this.root ? "." : named.slice(start.length);
    const found = await this.#files.stat(named).catch(() => ({ kind: "other" as const }));
    const kind = found?.kind ?? "missing";
    // The file system may ignore case.
    const folded = named.toLowerCase();
    const isOurs = this.#ours.some((one) => folded === one || folded.startsWith(`${one}/`));
    return { named, real: named, isInside, isOurs, shown: isInside ? inner : named, kind };
  }

  async read({ real }: WorkspacePath): Promise<FileText | FileProblem> {
    return await orFailed(async () => {
      const found = await this.#files.stat(real);
      if (!found) {
        return { problem: "missing" };
      }
      if (found.kind !== "file" || found.size > maxBytes) {
        return { problem: found.kind === "file" ? "tooLarge" : "notAFile" };
      }
      const bytes = await this.#files.read(real);
      return bytes ? await textOf(bytes) : { problem: "missing" };
    });
  }

  async write(
    path: WorkspacePath,
    text: string,
    expected: string | undefined,
  ): Promise<FileText | FileProblem> {
    return await orFailed(async () => {
      if (!(await this.#isStill(path.real, expected))) {
        return { problem: "changed" };
      }
      const bytes = new TextEncoder().encode(text);
      await this.#files.write(path.real, bytes);
      return { text, hash: await sha256(bytes) };
    });
  }

  async move(
    from: WorkspacePath,
    to: WorkspacePath,
    expected: string,
  ): Promise<FileProblem | undefined> {
    return await orFailed(async () => {
      if (!(await this.#isStill(from.real, expected)) || (await this.#files.stat(to.real))) {
        return { problem: "changed" };
      }
      await this.#files.move(from.real, to.real);
      return undefined;
    });
  }

  async remove({ real }: WorkspacePath, expected: string): Promise<FileProblem | undefined> {
    return await orFailed(async () => {
      if (!(await this.#isStill(real, expected))) {
        return { problem: "changed" };
      }
      await this.#files.remove(real);
      return undefined;
    });
  }

  async entries({ real }: WorkspacePath): Promise<readonly FolderEntry[]> {
    const found = await this.#files.list(real).catch(() => []);
    return found.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Plain text only: a regular expression cannot be interrupted here. */
  matchLines(
    { source, isRegex, isCaseSensitive }: LinePattern,
    texts: readonly string[],
  ): Promise<readonly (readonly number[])[] | undefined> {
    const fold = (text: string): string => (isCaseSensitive ? text : text.toLowerCase());
    const wanted = fold(source);
    return Promise.resolve(
      isRegex
        ? undefined
        : texts.map((text) =>
            fold(text)
              .split(/\r\n|\r|\n/u)
              .flatMap((line, row) => (line.includes(wanted) ? [row] : [])),
          ),
    );
  }

  async #isStill(path: string, expected: string | undefined): Promise<boolean> {
    const bytes = await this.#files.read(path);
    return (bytes && (await sha256(bytes))) === expected;
  }
}

async function textOf(bytes: Uint8Array): Promise<FileText | FileProblem> {
  if (bytes.includes(0)) {
    return { problem: "binary" };
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text, hash: await sha256(bytes) };
  } catch {
    // Writing the text back as UTF-8 would corrupt every other byte.
    return { problem: "notUtf8" };
  }
}

async function orFailed<T>(work: () => Promise<T | FileProblem>): Promise<T | FileProblem> {
  try {
    return await work();
  } catch {
    // Editor file systems share no error codes.
    return { problem: "failed" };
  }
}

function normalized(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") {
      parts.pop();
    } else if (part !== "" && part !== ".") {
      parts.push(part);
    }
  }
  return `/${parts.join("/")}`;
}
