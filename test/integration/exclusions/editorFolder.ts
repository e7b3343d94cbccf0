import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import type { GitRepository } from "../../../src/extension/editing/commit/gitApi.ts";
import { FakeEvent, Range, Uri } from "../../support/editorValues.ts";
import { FakeEditor } from "../../support/fakeEditor.ts";

export const mark = "canary-5b1f";

const nothing = { dispose: (): undefined => undefined };
const never = (): typeof nothing => nothing;

function plan(version: string): string {
  return `export const planOf = { owner, budget, text: "${version} ${mark}" };\n`;
}

class Pattern {
  readonly #pattern: string;
  constructor(_folder: unknown, pattern: string) {
    this.#pattern = pattern;
  }
  toString(): string {
    return this.#pattern;
  }
}

class Tab {
  readonly uri: Uri;
  constructor(uri: Uri) {
    this.uri = uri;
  }
}

/** An editor over a repository with an excluded folder `finance`, and links to it. */
export class EditorFolder {
  readonly editor = new FakeEditor();
  root = "";
  /** Values of the person's settings. */
  readonly settings: Record<string, unknown> = {
    "completion.enabled": { "*": true },
    "completion.model": "m",
  };

  /** The second commit changes the files, and the working tree changes them again. */
  begin(): void {
    this.root = realpathSync(mkdtempSync(join(tmpdir(), "excluded-")));
    this.write("finance/plan.ts", plan("first"));
    this.write(
      "src/open.ts",
      'import { planOf } from "../finance/plan.ts";\nplanOf(owner, budget);\n',
    );
    this.git("init", "-q");
    this.git("add", ".");
    this.git("commit", "-qm", "one");
    this.write("finance/plan.ts", plan("second"));
    this.git("commit", "-qam", "two");
    this.write("finance/plan.ts", plan("third"));
    symlinkSync("finance/plan.ts", join(this.root, "link.ts"));
    symlinkSync("finance", join(this.root, "dir"));
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  git(...args: readonly string[]): string {
    const identity = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
    return execFileSync("git", [...identity, ...args], { cwd: this.root, encoding: "utf8" });
  }

  uri(path: string): never {
    // The code under test gets the editor's own class.
    return Uri.file(join(this.root, path)) as never;
  }

  /** Opens a file in the active editor. */
  show(path: string): never {
    const document = this.editor.open(join(this.root, path));
    this.editor.documents.splice(this.editor.documents.indexOf(document), 1);
    this.editor.documents.push(document);
    return document as never;
  }

  /** The part of the Git extension that the commands use. */
  get repository(): GitRepository {
    const git = (...args: readonly string[]) => Promise.resolve(this.git(...args));
    const changes = (...args: readonly string[]) =>
      this.git("diff", "--name-only", ...args)
        .split("\n")
        .filter((path) => path !== "")
        .map((path) => ({ uri: this.uri(path) }));
    const diff = (...revisions: readonly string[]) => {
      const path = revisions.at(-1) ?? "";
      return path.startsWith("/")
        ? git("diff", ...revisions.slice(0, -1), "--", path)
        : Promise.resolve(changes(...revisions));
    };
    const repository: object = {
      rootUri: Uri.file(this.root),
      inputBox: { value: "" },
      state: { indexChanges: changes("--cached"), workingTreeChanges: changes() },
      diffIndexWithHEAD: (path: string) => git("diff", "--cached", "HEAD", "--", path),
      diffWithHEAD: (path: string) => git("diff", "HEAD", "--", path),
      diffWith: diff,
      diffBetween: diff,
      show: (ref: string, path: string) => git("show", `${ref}:${path}`),
      log: () =>
        Promise.resolve(
          ["HEAD", "HEAD~1"].map((name, at) => ({
            hash: this.git("rev-parse", name).trim(),
            message: name,
            parents: at === 0 ? [this.git("rev-parse", "HEAD~1").trim()] : [],
          })),
        ),
    };
    // Only these parts are used.
    return repository as GitRepository;
  }

  /** The module `vscode`. */
  get api(): object {
    const base: Readonly<Record<string, object>> = { ...this.editor.api };
    const folder = () => ({ uri: Uri.file(this.root), name: "p", index: 0 });
    const own = (uri: Uri): boolean => uri.path.startsWith(`${this.root}/`);
    const git = {
      getAPI: () => ({ repositories: [this.repository] }),
    };
    return {
      ...base,
      RelativePattern: Pattern,
      TabInputText: Tab,
      FileType: { File: 1, Directory: 2 },
      DiagnosticSeverity: { Error: 0, Warning: 1 },
      SymbolKind: {},
      ProgressLocation: {},
      LanguageStatusSeverity: {},
      DecorationRangeBehavior: {},
      InlineCompletionTriggerKind: { Invoke: 0, Automatic: 1 },
      env: { language: "en" },
      extensions: {
        getExtension: () => ({
          isActive: true,
          exports: git,
          activate: () => Promise.resolve(git),
        }),
      },
      commands: {
        registerCommand: never,
        executeCommand: (name: string) =>
          Promise.resolve(
            name === "vscode.executeWorkspaceSymbolProvider"
              ? ["finance/plan.ts", "link.ts"].map((path) => ({
                  name: "planOf",
                  containerName: "",
                  location: { uri: this.uri(path), range: new Range(0, 0, 0, 1) },
                }))
              : undefined,
          ),
      },
      languages: {
        ...base["languages"],
        match: () => 0,
        registerInlineCompletionItemProvider: never,
        createLanguageStatusItem: () => ({ ...nothing }),
        getDiagnostics: (uri?: Uri) => {
          const problem = { range: new Range(0, 0, 0, 1), severity: 0, message: `bad ${mark}` };
          return uri
            ? [problem]
            : ["finance/plan.ts", "link.ts"].map((path) => [this.uri(path), [problem]]);
        },
      },
      window: this.#window(base["window"] ?? {}),
      workspace: {
        ...base["workspace"],
        isTrusted: true,
        workspaceFolders: [folder()],
        notebookDocuments: [],
        getWorkspaceFolder: (uri: Uri) => (own(uri) ? folder() : undefined),
        asRelativePath: ({ path }: Uri) => path.slice(this.root.length + 1),
        findFiles: (glob: unknown) =>
          Promise.resolve(
            String(glob) === "**/*" ? this.#listed().map((path) => this.uri(path)) : [],
          ),
        getConfiguration: () => ({
          inspect: (name: string) => ({ globalValue: this.settings[name] }),
        }),
        createFileSystemWatcher: () => ({
          onDidChange: never,
          onDidCreate: never,
          onDidDelete: never,
          ...nothing,
        }),
        onDidChangeConfiguration: never,
        onDidChangeWorkspaceFolders: never,
        onDidGrantWorkspaceTrust: never,
        fs: {
          isWritableFileSystem: () => true,
          stat: async ({ path }: Uri) => {
            const { size, mtimeMs } = await stat(path);
            return { type: 1, size, mtime: mtimeMs };
          },
          readFile: ({ path }: Uri) => readFile(path),
          readDirectory: () => Promise.resolve([]),
          createDirectory: () => Promise.resolve(),
          writeFile: () => Promise.resolve(),
        },
      },
    };
  }

  #window(base: object): object {
    const { documents } = this.editor;
    return {
      ...base,
      get activeTextEditor() {
        const document = documents.at(-1);
        const { start, end } = new Range(0, 0, 0, 5);
        return (
          document && {
            document,
            selection: { start, end, active: end, isEmpty: false },
          }
        );
      },
      terminals: [],
      onDidChangeTextEditorSelection: never,
      get tabGroups() {
        return { all: [{ tabs: documents.map(({ uri }) => ({ input: new Tab(uri) })) }] };
      },
      showErrorMessage: () => Promise.resolve(),
      // The person agrees to all.
      showInformationMessage: (_text: string, _options: unknown, ...answers: readonly string[]) =>
        Promise.resolve(answers[0]),
      withProgress: (_options: unknown, run: (progress: object, token: object) => unknown) =>
        run({ report: never }, { onCancellationRequested: never }),
      createInputBox: () => {
        const accepted = new FakeEvent<undefined>();
        return {
          value: "Shorten it.",
          onDidAccept: accepted.event,
          onDidHide: never,
          onDidChangeValue: never,
          show: () => queueMicrotask(() => accepted.fire(undefined)),
          hide: never,
          ...nothing,
        };
      },
    };
  }

  #listed(): readonly string[] {
    return readdirSync(this.root, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory() && !entry.parentPath.includes(".git"))
      .map(({ parentPath, name }) => join(parentPath, name).slice(this.root.length + 1));
  }
}
