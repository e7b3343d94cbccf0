import { readFileSync, writeFileSync } from "node:fs";

import { type FakeEvent, type Place, Position, Range, type TextEdit, Uri } from "./editorValues.ts";

const mark = "\u{FEFF}";

/** As the editor does: without a byte order mark. */
export function decoded(bytes: Uint8Array, encoding: string): string {
  const text = Buffer.from(bytes).toString(bufferEncodings[encoding]);
  return encoding === "utf16le" && text.startsWith(mark) ? text.slice(1) : text;
}

/** UTF-16 always gets a mark; what Latin-1 lacks becomes a question mark. */
export function encoded(text: string, encoding: string): Buffer {
  const known = encoding === "iso88591" ? text.replaceAll(/[^\0-\u{FF}]/gu, "?") : text;
  return Buffer.from((encoding === "utf16le" ? mark : "") + known, bufferEncodings[encoding]);
}

const bufferEncodings: Readonly<Record<string, BufferEncoding>> = {
  utf8: "utf8",
  utf16le: "utf16le",
  iso88591: "latin1",
};

/** What of the editor a document needs. */
interface DocumentOwner {
  readonly changed: Pick<FakeEvent<unknown>, "fire">;
  readonly saved: Pick<FakeEvent<unknown>, "fire">;
  /** What a formatter makes of a text that is saved. */
  readonly format: (text: string) => string;
  /** Called at the beginning of a save. */
  readonly onSave?: ((document: FakeDocument) => void) | undefined;
  /** What a save waits for, before it formats; rejects if the editor cannot save. */
  readonly beforeSave?: (() => Promise<void>) | undefined;
  /** Called between the end of a save and its report. */
  readonly whileSaving?: ((document: FakeDocument) => void) | undefined;
}

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
  readonly #editor: DocumentOwner;

  constructor(path: string, editor: DocumentOwner, encoding = "utf8") {
    this.uri = Uri.file(path);
    this.encoding = encoding;
    this.#text = decoded(readFileSync(path), encoding);
    this.#editor = editor;
  }

  getText(range?: Range): string {
    return range
      ? this.#text.slice(this.offsetAt(range.start), this.offsetAt(range.end))
      : this.#text;
  }

  validateRange({ start, end }: Range): Range {
    const last = this.lineCount - 1;
    const line = Math.min(end.line, last);
    const { character } = this.lineAt(line).range.end;
    return new Range(start, new Position(line, Math.min(end.character, character)));
  }

  get lineCount(): number {
    return this.#text.split("\n").length;
  }

  lineAt(line: number): { readonly range: Range; readonly text: string } {
    const text = this.#text.split("\n")[line] ?? "";
    return { range: new Range(line, 0, line, text.length), text };
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
    if (this.#editor.beforeSave) {
      await this.#editor.beforeSave();
    }
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
