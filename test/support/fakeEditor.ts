import { readFileSync, writeFileSync } from "node:fs";

interface Place {
  readonly line: number;
  readonly character: number;
}

class Position implements Place {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

class Range {
  readonly start: Place;
  readonly end: Place;
  constructor(...at: [Place, Place] | [number, number, number, number]) {
    const [first, second] = at;
    if (typeof first === "number" || typeof second === "number") {
      const [line, character, endLine, endCharacter] = at.map(Number);
      this.start = new Position(line ?? 0, character ?? 0);
      this.end = new Position(endLine ?? 0, endCharacter ?? 0);
    } else {
      this.start = first;
      this.end = second;
    }
  }
}

interface TextEdit {
  readonly range: Range;
  readonly newText: string;
}

class WorkspaceEdit {
  readonly changes: (readonly [Uri, readonly TextEdit[]])[] = [];
  set(uri: Uri, edits: readonly TextEdit[]): void {
    this.changes.push([uri, edits]);
  }
}

class Uri {
  readonly scheme: string;
  readonly path: string;
  constructor(path: string, scheme = "file") {
    this.path = path;
    this.scheme = scheme;
  }
  static from({ path, scheme }: { readonly path: string; readonly scheme: string }): Uri {
    return new Uri(path, scheme);
  }
  get fsPath(): string {
    return this.path;
  }
  toString(): string {
    return `${this.scheme}://${this.path}`;
  }
  static file(path: string): Uri {
    return new Uri(path);
  }
  static parse(address: string): Uri {
    return new Uri(address.slice("file://".length));
  }
}

/** One event of the editor. */
class FakeEvent<T> {
  readonly #listeners = new Set<(value: T) => unknown>();
  readonly event = (listener: (value: T) => unknown): { dispose(): void } => {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  };
  fire(value: T): void {
    for (const listener of this.#listeners) {
      listener(value);
    }
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

interface FakeLensProvider {
  readonly provideCodeLenses: (
    document: FakeDocument,
  ) => readonly { readonly range: Range; readonly command: FakeCommand }[];
}

interface FakeCommand {
  readonly title: string;
  readonly arguments?: readonly unknown[];
}

const mark = "\u{FEFF}";

/** As the editor does: without a byte order mark. */
function decoded(bytes: Uint8Array, encoding: string): string {
  const text = Buffer.from(bytes).toString(bufferEncodings[encoding]);
  return encoding === "utf16le" && text.startsWith(mark) ? text.slice(1) : text;
}

/** UTF-16 always gets a mark; what Latin-1 lacks becomes a question mark. */
function encoded(text: string, encoding: string): Buffer {
  const known = encoding === "iso88591" ? text.replaceAll(/[^\0-\u{FF}]/gu, "?") : text;
  return Buffer.from((encoding === "utf16le" ? mark : "") + known, bufferEncodings[encoding]);
}

const bufferEncodings: Readonly<Record<string, BufferEncoding>> = {
  utf8: "utf8",
  utf16le: "utf16le",
  iso88591: "latin1",
};

/** A file that is open in the editor. */
export class FakeDocument {
  readonly uri: Uri;
  readonly languageId = "typescript";
  readonly eol = 1;
  readonly isClosed = false;
  version = 1;
  isDirty = false;
  /** As the editor names it. */
  readonly encoding: string;
  #text: string;
  readonly #editor: FakeEditor;

  constructor(path: string, editor: FakeEditor, encoding = "utf8") {
    this.uri = Uri.file(path);
    this.encoding = encoding;
    this.#text = decoded(readFileSync(path), encoding);
    this.#editor = editor;
  }

  getText(): string {
    return this.#text;
  }

  get lineCount(): number {
    return this.#text.split("\n").length;
  }

  lineAt(line: number): { readonly range: Range } {
    const { length } = this.#text.split("\n")[line] ?? "";
    return { range: new Range(line, 0, line, length) };
  }

  positionAt(offset: number): Place {
    const lines = this.#text.slice(0, offset).split("\n");
    return new Position(lines.length - 1, lines.at(-1)?.length ?? 0);
  }

  offsetAt({ line, character }: Place): number {
    const before = this.#text.split("\n").slice(0, line);
    return before.reduce((sum, one) => sum + one.length + 1, 0) + character;
  }

  /** The person types: the document has this text, and is not saved. */
  type(text: string): void {
    this.#set(text, true);
  }

  /** As the editor does when it sees that a file without unsaved changes is another one on the disk. */
  reload(): void {
    const text = decoded(readFileSync(this.uri.path), this.encoding);
    if (!this.isDirty && text !== this.#text) {
      this.#set(text, false);
    }
  }

  edit(edits: readonly TextEdit[]): void {
    const placed = edits
      .map(({ range, newText }) => ({
        start: this.offsetAt(range.start),
        end: this.offsetAt(range.end),
        newText,
      }))
      .toSorted((a, b) => b.start - a.start);
    let text = this.#text;
    for (const { start, end, newText } of placed) {
      text = text.slice(0, start) + newText + text.slice(end);
    }
    this.#set(text, true);
  }

  /** Formats, writes, and lets `whileSaving` happen before the save is reported. */
  async save(): Promise<boolean> {
    this.#editor.onSave?.(this);
    const formatted = this.#editor.format(this.#text);
    if (formatted !== this.#text) {
      this.#set(formatted, true);
    }
    writeFileSync(this.uri.path, encoded(this.#text, this.encoding));
    this.isDirty = false;
    this.#editor.saved.fire(this);
    await Promise.resolve();
    this.#editor.whileSaving?.(this);
    return true;
  }

  #set(text: string, isDirty: boolean): void {
    this.#text = text;
    this.version += 1;
    this.isDirty = isDirty;
    this.#editor.changed.fire({ document: this, contentChanges: [{}] });
  }
}

/**
 * The documents of an editor over files of the disk, as far as the agent uses them; `api` is what `vscode` is for the code
 * under test. Nothing happens by time: a file changed on the disk is seen at `reload`.
 */
export class FakeEditor {
  readonly documents: FakeDocument[] = [];
  readonly changed = new FakeEvent<unknown>();
  readonly saved = new FakeEvent<unknown>();
  readonly #shown = new FakeEvent<unknown>();
  readonly #never = new FakeEvent<unknown>();
  readonly lensProviders: FakeLensProvider[] = [];
  /** Commands that were run. */
  readonly ran: (readonly unknown[])[] = [];
  /** What a formatter makes of a text that is saved. */
  format: (text: string) => string = (text) => text;
  /** Called at the beginning of a save. */
  onSave: ((document: FakeDocument) => void) | undefined;
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

  close(): void {
    this.documents.length = 0;
    this.format = (text) => text;
    this.onSave = undefined;
    this.whileSaving = undefined;
  }

  get api(): object {
    const { documents, ran } = this;
    const nothing = { dispose: () => undefined };
    const never = this.#never.event;
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
          ran.push(command);
          return Promise.resolve();
        },
        getCommands: () => Promise.resolve(["vscode.changes"]),
      },
      window: {
        get visibleTextEditors() {
          return documents.map((document) => ({ document, setDecorations: () => undefined }));
        },
        get activeTextEditor() {
          const document = documents.at(-1);
          return document && { document, selection: { active: new Position(0, 0) } };
        },
        createTextEditorDecorationType: () => nothing,
        showTextDocument: (document: FakeDocument) =>
          Promise.resolve({ document, revealRange: () => undefined }),
        showWarningMessage: () => Promise.resolve(),
        showInformationMessage: () => Promise.resolve(),
        onDidChangeVisibleTextEditors: this.#shown.event,
        onDidChangeActiveTextEditor: never,
        tabGroups: { all: [], onDidChangeTabs: never },
      },
      Position,
      Range,
      WorkspaceEdit,
      Uri,
      EventEmitter: FakeEvent,
      EndOfLine: { LF: 1, CRLF: 2 },
      TextEdit: { replace: (range: Range, newText: string): TextEdit => ({ range, newText }) },
      l10n: { t: (text: string) => text },
      workspace: {
        textDocuments: documents,
        fs: { readFile: ({ path }: Uri) => Promise.resolve(new Uint8Array(readFileSync(path))) },
        decode: (bytes: Uint8Array, { encoding }: { readonly encoding: string }) =>
          Promise.resolve(decoded(bytes, encoding)),
        encode: (text: string, { encoding }: { readonly encoding: string }) =>
          Promise.resolve(new Uint8Array(encoded(text, encoding))),
        onDidChangeTextDocument: this.changed.event,
        onDidSaveTextDocument: this.saved.event,
        onDidCloseTextDocument: never,
        registerTextDocumentContentProvider: () => nothing,
        openTextDocument: ({ path }: Uri) => Promise.resolve(this.open(path)),
        applyEdit: ({ changes }: WorkspaceEdit) => {
          for (const [{ path }, edits] of changes) {
            this.open(path).edit(edits);
          }
          return Promise.resolve(true);
        },
      },
    };
  }
}
