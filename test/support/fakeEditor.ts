import { readFileSync } from "node:fs";

import { FakeEvent, Position, Range, type TextEdit, Uri, WorkspaceEdit } from "./editorValues.ts";
import { decoded, encoded, FakeDocument } from "./fakeDocument.ts";

interface FakeLensProvider {
  readonly provideCodeLenses: (
    document: FakeDocument,
  ) => readonly { readonly range: Range; readonly command: FakeCommand }[];
}

interface FakeCommand {
  readonly title: string;
  readonly arguments?: readonly unknown[];
}

const nothing = { dispose: () => undefined };

/**
 * The documents of an editor over files of the disk, as far as the agent uses them; `api` is what `vscode` is for the code
 * under test. Nothing happens by time: a file changed on the disk is seen at `reload`.
 */
export class FakeEditor {
  readonly documents: FakeDocument[] = [];
  readonly notebooks: object[] = [];
  readonly changed = new FakeEvent<unknown>();
  readonly saved = new FakeEvent<unknown>();
  readonly #shown = new FakeEvent<unknown>();
  readonly #never = new FakeEvent<unknown>();
  #active: FakeDocument | undefined;
  /** The cursor's row in each document. */
  readonly cursors = new Map<FakeDocument, number>();
  readonly lensProviders: FakeLensProvider[] = [];
  /** Commands that were run. */
  readonly ran: (readonly unknown[])[] = [];
  /** What a formatter makes of a text that is saved. */
  format: (text: string) => string = (text) => text;
  /** Called at the beginning of a save. */
  onSave: ((document: FakeDocument) => void) | undefined;
  /** What a save waits for, before it formats; rejects if the editor cannot save. */
  beforeSave: (() => Promise<void>) | undefined;
  /** Messages of the status bar. */
  readonly statusMessages: string[] = [];
  /** Called between the end of a save and its report. */
  whileSaving: ((document: FakeDocument) => void) | undefined;

  /** The links in a document. */
  lenses(document: FakeDocument): readonly (FakeCommand & { readonly row: number })[] {
    return this.lensProviders
      .flatMap((provider) => provider.provideCodeLenses(document))
      .map(({ range, command }) => ({ ...command, row: range.start.line }));
  }

  open(path: string, encoding?: string): FakeDocument {
    const known = this.documents.find(({ uri }) => uri.path === path);
    const document = known ?? new FakeDocument(path, this, encoding);
    if (!known) {
      this.documents.push(document);
      this.#shown.fire(undefined);
    }
    return document;
  }

  /** Name and row of the cursor in the active editor. */
  get place(): string | undefined {
    const document = this.#active;
    return document && `${document.uri.path.split("/").at(-1)}:${this.cursors.get(document) ?? 0}`;
  }

  close(): void {
    this.documents.length = 0;
    this.notebooks.length = 0;
    this.#active = undefined;
    this.format = (text) => text;
    this.onSave = undefined;
    this.whileSaving = undefined;
    this.beforeSave = undefined;
    this.statusMessages.length = 0;
  }

  get api(): object {
    return {
      Selection: Range,
      MarkdownString: class {
        appendCodeblock(): void {}
      },
      ThemeColor: String,
      CodeLens: class {
        readonly range: Range;
        readonly command: unknown;
        constructor(range: Range, command: unknown) {
          this.range = range;
          this.command = command;
        }
      },
      OverviewRulerLane: { Left: 1, Full: 7 },
      TextEditorRevealType: { InCenterIfOutsideViewport: 2 },
      languages: {
        registerCodeLensProvider: (_where: unknown, provider: FakeLensProvider) => {
          this.lensProviders.push(provider);
          return nothing;
        },
      },
      commands: {
        executeCommand: (...command: readonly unknown[]) => {
          this.ran.push(command);
          return Promise.resolve();
        },
        getCommands: () => Promise.resolve(["vscode.changes"]),
      },
      window: this.#window(),
      workspace: this.#workspace(),
      Position,
      Range,
      WorkspaceEdit,
      Uri,
      EventEmitter: FakeEvent,
      EndOfLine: { LF: 1, CRLF: 2 },
      TextEdit: { replace: (range: Range, newText: string): TextEdit => ({ range, newText }) },
      l10n: { t: (text: string) => text },
    };
  }

  #textEditor(document: FakeDocument): object {
    const { cursors } = this;
    return {
      document,
      get selection(): Range & { readonly active: Position } {
        const active = new Position(cursors.get(document) ?? 0, 0);
        return { start: active, end: active, active };
      },
      set selection({ start }: Range) {
        cursors.set(document, start.line);
      },
      revealRange: () => undefined,
    };
  }

  #window(): object {
    const { documents } = this;
    const never = this.#never.event;
    const active = (): FakeDocument | undefined => this.#active ?? documents.at(-1);
    const textEditor = (document: FakeDocument): object => this.#textEditor(document);
    return {
      get visibleTextEditors() {
        return documents.map((document) => ({ document, setDecorations: () => undefined }));
      },
      get activeTextEditor() {
        const document = active();
        return document && textEditor(document);
      },
      createTextEditorDecorationType: () => nothing,
      showTextDocument: (document: FakeDocument) => {
        this.#active = document;
        return Promise.resolve(this.#textEditor(document));
      },
      setStatusBarMessage: (text: string) => {
        this.statusMessages.push(text);
        return nothing;
      },
      showWarningMessage: () => Promise.resolve(),
      showInformationMessage: () => Promise.resolve(),
      onDidChangeVisibleTextEditors: this.#shown.event,
      onDidChangeActiveTextEditor: never,
      tabGroups: { all: [], onDidChangeTabs: never },
    };
  }

  #workspace(): object {
    return {
      textDocuments: this.documents,
      notebookDocuments: this.notebooks,
      fs: { readFile: ({ path }: Uri) => Promise.resolve(new Uint8Array(readFileSync(path))) },
      decode: (bytes: Uint8Array, { encoding }: { readonly encoding: string }) =>
        Promise.resolve(decoded(bytes, encoding)),
      encode: (text: string, { encoding }: { readonly encoding: string }) =>
        Promise.resolve(new Uint8Array(encoded(text, encoding))),
      onDidChangeTextDocument: this.changed.event,
      onDidSaveTextDocument: this.saved.event,
      onDidCloseTextDocument: this.#never.event,
      registerTextDocumentContentProvider: () => nothing,
      openTextDocument: ({ path }: Uri) => Promise.resolve(this.open(path)),
      applyEdit: ({ changes }: WorkspaceEdit) => {
        for (const [{ path }, edits] of changes) {
          this.open(path).edit(edits);
        }
        return Promise.resolve(true);
      },
    };
  }
}
