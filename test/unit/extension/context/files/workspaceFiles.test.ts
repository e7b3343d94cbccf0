import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { readFile, realpath, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { systemClock } from "../../../../../src/shared/base/clock.ts";
import { readPersonExcludesWith } from "../../../../../src/shared/guarded/personExcludes.ts";

const none = () => undefined;

/** The editor as far as files go, over a real folder. */
const editor = vi.hoisted(() => ({
  root: "",
  listed: [] as string[],
  read: [] as string[],
  told: [] as string[],
}));

vi.mock("vscode", () => {
  class Uri {
    readonly scheme = "file";
    readonly path: string;
    constructor(path: string) {
      this.path = path;
    }
    get fsPath(): string {
      return this.path;
    }
    toString(): string {
      return `file://${this.path}`;
    }
    static file(path: string): Uri {
      return new Uri(path);
    }
    static joinPath(uri: Uri, ...segments: string[]): Uri {
      return new Uri([uri.path, ...segments].join("/"));
    }
  }
  class RelativePattern {
    readonly pattern: string;
    constructor(_base: unknown, pattern: string) {
      this.pattern = pattern;
    }
  }
  const folder = () => ({ uri: new Uri(editor.root), name: "p", index: 0 });
  return {
    Uri,
    RelativePattern,
    FileType: { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 },
    l10n: {
      t: (text: string, ...values: unknown[]) =>
        text.replaceAll(/\{(\d)\}/gu, (_, index: string) => String(values[Number(index)])),
    },
    ProgressLocation: { Notification: 15 },
    window: {
      showWarningMessage: (text: string) => editor.told.push(text),
      showInformationMessage: (text: string) => editor.told.push(text),
      withProgress: (_options: unknown, task: (...given: unknown[]) => unknown) =>
        Promise.resolve(task({ report: () => undefined }, { isCancellationRequested: false })),
    },
    workspace: {
      get workspaceFolders() {
        return [folder()];
      },
      getWorkspaceFolder: (uri: Uri) =>
        uri.path.startsWith(`${editor.root}/`) ? folder() : undefined,
      textDocuments: [],
      asRelativePath: (uri: Uri) => uri.path.slice(editor.root.length + 1),
      findFiles: (glob: string | RelativePattern, _leftOut: unknown, most: number) =>
        Promise.resolve(
          editor.listed
            .filter((path) => typeof glob === "string" || /(?:^|\/)\.\w*ignore$/u.test(path))
            .slice(0, most)
            .map((path) => new Uri(`${editor.root}/${path}`)),
        ),
      fs: {
        stat: async (uri: Uri) => {
          const found = await stat(uri.path);
          return { size: found.size, type: found.isFile() ? 1 : 0 };
        },
        readFile: (uri: Uri) => {
          editor.read.push(uri.path.slice(editor.root.length + 1));
          return readFile(uri.path);
        },
      },
    },
  };
});

const { attachSearch } = await import("../../../../../src/extension/context/sources/textSearch.ts");
const { WorkspaceFiles } =
  await import("../../../../../src/extension/context/files/workspaceFiles.ts");

beforeEach(() => {
  editor.root = realpathSync(mkdtempSync(join(tmpdir(), "workspace-files-")));
  Object.assign(editor, { listed: [], read: [], told: [] });
});

afterEach(() => rmSync(editor.root, { recursive: true }));

function write(path: string, content: string): void {
  mkdirSync(dirname(join(editor.root, path)), { recursive: true });
  writeFileSync(join(editor.root, path), content);
  editor.listed.push(path);
}

async function offered(): Promise<readonly string[]> {
  const files = new WorkspaceFiles(systemClock, (path) => realpath(path));
  const { files: found } = await files.all();
  return found.map(({ relative }) => relative).filter((path) => !path.endsWith("ignore"));
}

test("a file of rules that is too large is not read but named, and nothing below it is offered", async () => {
  write("vendor/.gitignore", "x\n".repeat(200_000));
  write("vendor/a.ts", "");
  write("src/a.ts", "");
  expect(await offered()).toEqual(["src/a.ts"]);
  expect(editor.read).toEqual([]);
  expect(editor.told).toEqual([
    "vendor/.gitignore is too large for ignore rules, so AI Hub does not read it. Until it is smaller, everything below its folder counts as ignored.",
  ]);
});

test("many files of rules that are too much together are not all read into memory", async () => {
  for (let index = 0; index < 100; index += 1) {
    write(`d${index}/.gitignore`, `${"y".repeat(999)}\n`.repeat(100));
    write(`d${index}/a.ts`, "");
  }
  expect(await offered()).toHaveLength(80);
});

test("the rules of twelve hundred projects, each as long as a template, are all used", async () => {
  for (let index = 0; index < 1_200; index += 1) {
    write(`p${index}/.gitignore`, `out/\n${"# a comment of the template\n".repeat(200)}`);
  }
  write("p1199/out/a.ts", "");
  write("p1199/a.ts", "");
  expect(await offered()).toEqual(["p1199/a.ts"]);
  expect(editor.told).toEqual([]);
});

test("a search says which files were too large for it", async () => {
  write("a.ts", "needle\n");
  write("big.ts", `${"x".repeat(599_999)}\nneedle\n`);
  const files = new WorkspaceFiles(systemClock, (path) => realpath(path));
  const [found] = await attachSearch("needle", files);
  expect(found?.content).toBe(
    'Search for "needle": 1 lines in 1 files searched\na.ts:1: needle\n(1 files over 512 kB were not searched)',
  );
  expect(await attachSearch("nowhere", files)).toEqual([]);
  expect(editor.told).toEqual([
    "Nothing was found in the workspace. Files over 512 kB were not searched: 1.",
  ]);
});

test("a rule that takes too long to match is given up after counted work and named once", async () => {
  write(".aihubignore", `${"**/a/".repeat(400)}x*\n`.repeat(60));
  const deep = `${"a/".repeat(200)}b`;
  write("src/a.ts", "");
  editor.listed.push(deep);
  expect(await offered()).toEqual(["src/a.ts"]);
  expect(editor.told).toHaveLength(1);
  expect(editor.told[0]).toContain("The rules of .aihubignore take too long to match");
});

test("rules behind a link that leads out of the workspace are not read, as in git", async () => {
  write("src/a.ts", "");
  symlinkSync("/dev/zero", join(editor.root, ".gitignore"));
  editor.listed.push(".gitignore");
  expect(await offered()).toEqual(["src/a.ts"]);
  expect(editor.read).toEqual([]);
});

test("a file that holds a secret by its text is no context, whatever its name", async () => {
  write(
    "deploy/kubeconfig.yaml",
    `users:\n- user:\n    client-key-data: ${"Zm9vQmFy0".repeat(12)}\n`,
  );
  write("src/a.ts", "export const a = 1;\n");
  const files = new WorkspaceFiles(systemClock, (path) => realpath(path));
  const { files: found } = await files.all();

  const reasons = await Promise.all(found.map(({ uri }) => files.reasonAgainst(uri)));

  expect(reasons).toEqual(["secret", undefined]);
});

test("files that Git's rules of the person leave out are not offered", async () => {
  readPersonExcludesWith(() => "*.local\n", none);
  write("mine.local", "");
  write("kept.txt", "");

  expect(await offered()).toEqual(["kept.txt"]);
  readPersonExcludesWith(none, none);
});

test("files that Git's own list of the repository leaves out are not offered", async () => {
  write("notes.txt", "");
  write("kept.txt", "");
  write(".gitignore", "!kept.txt\n");
  mkdirSync(join(editor.root, ".git/info"), { recursive: true });
  writeFileSync(join(editor.root, ".git/info/exclude"), "*.txt\n");

  expect(await offered()).toEqual(["kept.txt"]);
});
