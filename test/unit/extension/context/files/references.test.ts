import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { readFile, realpath, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { FakeClock } from "../../../../support/fakeClock.ts";

/** The editor as far as files and symbols go, over a real folder. */
const editor = vi.hoisted(() => ({
  root: "",
  listed: [] as string[],
  symbols: [] as unknown[],
  asked: [] as string[],
  opened: [] as unknown[],
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
      return new Uri(join(uri.path, ...segments));
    }
  }
  class RelativePattern {
    readonly pattern: string;
    constructor(_base: unknown, pattern: string) {
      this.pattern = pattern;
    }
  }
  class Position {
    readonly line: number;
    readonly character: number;
    constructor(line: number, character: number) {
      this.line = line;
      this.character = character;
    }
  }
  class Range {
    readonly start: Position;
    constructor(start: Position) {
      this.start = start;
    }
  }
  const folder = () => ({ uri: new Uri(editor.root), name: "project", index: 0 });
  return {
    Uri,
    RelativePattern,
    Position,
    Range,
    SymbolKind: { Class: 4, Function: 11, Method: 5, Variable: 12 },
    FileType: { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 },
    l10n: { t: (text: string) => text },
    window: { showWarningMessage: () => undefined },
    commands: {
      executeCommand: (command: string, ...args: unknown[]) => {
        if (command === "vscode.open") {
          const [uri, { selection }] = args as [Uri, { selection?: Range }];
          editor.opened.push([uri.path.slice(editor.root.length + 1), selection?.start]);
          return Promise.resolve();
        }
        editor.asked.push(String(args[0]));
        return Promise.resolve(editor.symbols);
      },
    },
    workspace: {
      textDocuments: [],
      get workspaceFolders() {
        return [folder()];
      },
      getWorkspaceFolder: (uri: Uri) =>
        uri.path.startsWith(`${editor.root}/`) ? folder() : undefined,
      asRelativePath: (uri: Uri) => uri.path.slice(editor.root.length + 1),
      findFiles: (glob: string | RelativePattern) =>
        Promise.resolve(
          editor.listed
            .filter((path) => typeof glob === "string" || /(?:^|\/)\.\w*ignore$/u.test(path))
            .map((path) => new Uri(`${editor.root}/${path}`)),
        ),
      fs: {
        stat: async (uri: Uri) => {
          const found = await stat(uri.path);
          return { size: found.size, type: found.isFile() ? 1 : 2 };
        },
        readFile: (uri: Uri) => readFile(uri.path),
      },
    },
  };
});

const vscode = await import("vscode");
const { References } = await import("../../../../../src/extension/context/files/references.ts");
const { WorkspaceFiles } =
  await import("../../../../../src/extension/context/files/workspaceFiles.ts");

let references: InstanceType<typeof References>;

beforeEach(() => {
  editor.root = realpathSync(mkdtempSync(join(tmpdir(), "references-")));
  Object.assign(editor, { listed: [], symbols: [], asked: [], opened: [] });
  const clock = new FakeClock();
  references = new References(new WorkspaceFiles(clock, (path) => realpath(path)), clock);
});

afterEach(() => rmSync(editor.root, { recursive: true }));

function write(path: string, content = ""): void {
  mkdirSync(dirname(join(editor.root, path)), { recursive: true });
  writeFileSync(join(editor.root, path), content);
  editor.listed.push(path);
}

async function existing(...texts: string[]): Promise<readonly string[]> {
  const found = await references.existing(texts);
  return found.toSorted((a, b) => a - b).map((index) => texts[index] ?? "");
}

function at(path: string, line: number) {
  return { uri: vscode.Uri.file(path), range: { start: { line, character: 0 } } };
}

test("a path is found by its folder, by the folder's name, absolutely, and by its unique end", async () => {
  write("src/net/retry.ts");
  const all = [
    "src/net/retry.ts:12",
    "./src/net/retry.ts#L3",
    "project/src/net/retry.ts",
    `${editor.root}/src/net/retry.ts`,
    "net/retry.ts",
    "retry.ts",
  ];
  expect(await existing(...all, "src/net/other.ts", "try.ts", "src/net")).toEqual(all);
});

test("a name that several files have is no link", async () => {
  write("a/index.ts");
  write("b/index.ts");
  expect(await existing("index.ts", "a/index.ts")).toEqual(["a/index.ts"]);
});

test("nothing outside of the workspace, nothing secret and nothing ignored is found or opened", async () => {
  write(".gitignore", "build/\n");
  write("build/out.js");
  write(".env");
  write("id_rsa");
  symlinkSync("/etc/hostname", join(editor.root, "linked.txt"));
  editor.listed.push("linked.txt");
  const hostile = [
    "build/out.js",
    ".env",
    "id_rsa",
    "linked.txt",
    "/etc/hostname",
    "../../etc/hostname",
    "file:///etc/hostname",
    "command:workbench.action.quit",
  ];
  expect(await existing(...hostile)).toEqual([]);
  for (const text of hostile) {
    expect(await references.open(text)).toBe(false);
  }
  expect(editor.opened).toEqual([]);
});

test("a place is opened at its line and column", async () => {
  write("src/retry.ts");
  expect(await references.open("src/retry.ts:12:3")).toBe(true);
  expect(await references.open("src/retry.ts")).toBe(true);
  expect(editor.opened).toEqual([
    ["src/retry.ts", { line: 11, character: 2 }],
    ["src/retry.ts", undefined],
  ]);
});

test("a name is a link where the editor knows it, exactly and in a file of the workspace", async () => {
  write("src/retry.ts");
  editor.symbols = [
    { name: "start", kind: 5, containerName: "Timer", location: at(`${editor.root}/src/t.ts`, 1) },
    { name: "start", kind: 5, containerName: "Retry", location: at(`${editor.root}/src/r.ts`, 8) },
    { name: "restart", kind: 5, containerName: "Retry", location: at(`${editor.root}/a.ts`, 9) },
    { name: "outer", kind: 11, containerName: "", location: at("/usr/lib/outer.ts", 9) },
  ];
  expect(await existing("Retry.start", "start()", "outer", "unknown")).toEqual([
    "Retry.start",
    "start()",
  ]);
  await references.open("Retry.start");
  expect(editor.opened).toEqual([["src/r.ts", { line: 8, character: 0 }]]);
});

test("an answer full of names asks about a few only", async () => {
  await references.existing(Array.from({ length: 100 }, (_, index) => `name${index}`));
  expect(editor.asked.length).toBe(12);
});
