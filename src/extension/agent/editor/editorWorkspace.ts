import * as vscode from "vscode";

import type {
  FileProblem,
  FileText,
  Workspace,
  WorkspacePath,
} from "../../../agent/tools/base/workspace.ts";
import { OpenFiles, unsaved } from "../../../agent/tools/files/openFiles.ts";
import { type Clock, systemClock } from "../../../shared/base/clock.ts";
import { atMost } from "../../../shared/base/waiting.ts";
import { canEncode, readEncoded } from "./encodedFile.ts";
import { withoutMark } from "./placeTexts.ts";
import { hasUnsavedNotebook } from "./unsavedNotebook.ts";

const slowMs = 2_000;
/** A longer save may never end: the disk then shows whether it succeeded. */
const saveMs = 60_000;

/**
 * Workspace files as the editor has them: the agent reads unsaved text and never overwrites it. An open file is changed
 * through its document, so that the person can undo there; this is the only way to read or change a file in another
 * encoding than UTF-8.
 */
export class EditorWorkspace extends OpenFiles {
  readonly #uriOf: (path: string) => vscode.Uri;
  readonly #clock: Clock;
  #versions: ReadonlyMap<string, number>;

  constructor(disk: Workspace, uriOf: (path: string) => vscode.Uri, clock: Clock = systemClock) {
    super(disk);
    this.#uriOf = uriOf;
    this.#clock = clock;
    this.#versions = this.#openVersions();
  }

  async read(path: WorkspacePath): Promise<FileText | FileProblem> {
    const document = this.#documentOf(path);
    const saved = await this.#readSaved(path, document);
    return document && isUnsaved(document, saved) && !isUnreadable(saved)
      ? { text: document.getText(), hash: versionOf(document), isUnsaved: true }
      : saved;
  }

  async save(path: WorkspacePath, version: string): Promise<FileText | FileProblem> {
    const document = this.#documentOf(path);
    if (document?.isDirty === true) {
      if (versionOf(document) !== version) {
        return { problem: "changed" };
      }
      const before = await this.#readSaved(path, document);
      await this.#saved(document, path);
      const saved = await this.#readSaved(path, document);
      return isUnsaved(document, saved) && hashOf(saved) === hashOf(before)
        ? { problem: "failed", detail: "the editor did not save the person's changes" }
        : saved;
    }
    return await this.#readSaved(path, document);
  }

  async write(
    path: WorkspacePath,
    text: string,
    expected: string | undefined,
  ): Promise<FileText | FileProblem> {
    const document = this.#documentOf(path);
    const now = await this.disk.read(path);
    if (this.#hasUnsaved(path, document, now)) {
      return unsaved;
    }
    if (isOtherEncoding(now)) {
      return await this.#writeEncoded(document, path, text, expected);
    }
    if (!document) {
      return await this.disk.write(path, text, expected);
    }
    if ("problem" in now || now.hash !== expected) {
      return "problem" in now && expected === undefined
        ? await this.disk.write(path, text, expected)
        : { problem: "changed" };
    }
    if (!isSameText(document, now.text) || !hasLineEnds(document, text)) {
      return await this.disk.write(path, text, expected);
    }
    return (await canEncode(document, text))
      ? await this.#writeDocument(document, path, text, now)
      : { problem: "notEncodable", detail: document.encoding };
  }

  takeTouched(): readonly string[] {
    const before = this.#versions;
    this.#versions = this.#openVersions();
    return [...this.#versions].flatMap(([path, version]) =>
      (before.get(path) ?? 1) === version ? [] : [path],
    );
  }

  #openVersions(): ReadonlyMap<string, number> {
    const files = vscode.workspace.textDocuments.filter(
      ({ uri }) => this.#uriOf(uri.fsPath).toString() === uri.toString(),
    );
    return new Map(files.map(({ uri, version }) => [uri.fsPath, version]));
  }

  #addressesOf({ named, real }: WorkspacePath): readonly string[] {
    return [named, real].map((path) => this.#uriOf(path).toString());
  }

  #documentOf(path: WorkspacePath): vscode.TextDocument | undefined {
    const wanted = this.#addressesOf(path);
    return vscode.workspace.textDocuments.find(
      ({ uri, isClosed }) => !isClosed && wanted.includes(uri.toString()),
    );
  }

  protected async isUnsaved(path: WorkspacePath): Promise<boolean> {
    const document = this.#documentOf(path);
    return this.#hasUnsaved(path, document, await this.disk.read(path));
  }

  #hasUnsaved(
    path: WorkspacePath,
    document: vscode.TextDocument | undefined,
    saved: FileText | FileProblem,
  ): boolean {
    return (
      hasUnsavedNotebook(this.#addressesOf(path)) ||
      (document !== undefined && isUnsaved(document, saved))
    );
  }

  /** The text on the disk; for a file in another encoding, the saved text of its open document. */
  async #readSaved(
    path: WorkspacePath,
    document: vscode.TextDocument | undefined,
  ): Promise<FileText | FileProblem> {
    const found = await this.disk.read(path);
    if (!isOtherEncoding(found)) {
      return found;
    }
    const decoded = document && (await readEncoded(document));
    if (found.problem === "binary") {
      // UTF-16 text contains NUL bytes, so it looks binary.
      return decoded && !("problem" in decoded) ? decoded : found;
    }
    return decoded ?? { problem: "notOpen" };
  }

  async #writeEncoded(
    document: vscode.TextDocument | undefined,
    path: WorkspacePath,
    text: string,
    expected: string | undefined,
  ): Promise<FileText | FileProblem> {
    if (!document) {
      return { problem: "notOpen" };
    }
    const now = await readEncoded(document);
    if ("problem" in now || now.hash !== expected) {
      return "problem" in now ? now : { problem: "changed" };
    }
    if (!isSameText(document, now.text)) {
      // The file mixes line ends, which saving would unify, or the editor has not noticed a change on the disk.
      return { problem: "otherEncoding", detail: document.encoding };
    }
    return (await canEncode(document, text))
      ? await this.#writeDocument(document, path, text, now)
      : { problem: "notEncodable", detail: document.encoding };
  }

  /**
   * Applies the difference, saves, and reads the formatted result. The disk decides the outcome, not the result of the
   * save: if the file differs, the change succeeded; else it is reverted in the editor.
   */
  async #writeDocument(
    document: vscode.TextDocument,
    path: WorkspacePath,
    text: string,
    before: FileText,
  ): Promise<FileText | FileProblem> {
    if (!(await replaceText(document, text))) {
      return { problem: "changed" };
    }
    const { version } = document;
    await this.#saved(document, path);
    const saved = await this.#readSaved(path, document);
    // Typing during the save makes the document dirty again, but the change is on the disk.
    if (hashOf(saved) !== before.hash || !document.isDirty) {
      return saved;
    }
    if (document.version !== version || !(await replaceText(document, before.text))) {
      return { problem: "notSaved" };
    }
    const last = await this.#readSaved(path, document);
    return hashOf(last) === before.hash
      ? { problem: "failed", detail: "the editor could not save it" }
      : last;
  }

  async #saved(document: vscode.TextDocument, { shown }: WorkspacePath): Promise<void> {
    const save = Promise.resolve(document.save());
    const cancel = this.#clock.startTimer(() => {
      const text = vscode.l10n.t("AI Hub waits until the editor has saved {0}.", shown);
      vscode.window.setStatusBarMessage(text, atMost(this.#clock, saveMs - slowMs, save));
    }, slowMs);
    await atMost(this.#clock, saveMs, save);
    cancel();
  }
}

type OtherEncoding = FileProblem & { readonly problem: "notUtf8" | "binary" };

function isOtherEncoding(found: FileText | FileProblem): found is OtherEncoding {
  return "problem" in found && (found.problem === "notUtf8" || found.problem === "binary");
}

/** The document lost characters of the file, so saving would lose them too. */
function isUnreadable(found: FileText | FileProblem): boolean {
  return "problem" in found && (found.problem === "otherEncoding" || found.problem === "binary");
}

function versionOf({ version }: vscode.TextDocument): string {
  return `unsaved ${version}`;
}

function isUnsaved(document: vscode.TextDocument, saved: FileText | FileProblem): boolean {
  return document.isDirty && ("problem" in saved || !isSameText(document, saved.text));
}

function hashOf(found: FileText | FileProblem): string | undefined {
  return "problem" in found ? undefined : found.hash;
}

async function replaceText(document: vscode.TextDocument, text: string): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  edit.set(document.uri, [differenceOf(document, withoutMark(text))]);
  return await vscode.workspace.applyEdit(edit);
}

/**
 * Compares without regard to line ends: the editor unifies mixed ones, and such a file is written to the disk
 * directly.
 */
function isSameText(document: vscode.TextDocument, text: string): boolean {
  return document.getText() === withoutMark(text);
}

function hasLineEnds({ eol }: vscode.TextDocument, text: string): boolean {
  const windows = text.split("\r\n").length - 1;
  const all = text.split("\n").length - 1;
  return eol === vscode.EndOfLine.CRLF ? windows === all : windows === 0;
}

function differenceOf(document: vscode.TextDocument, after: string): vscode.TextEdit {
  const before = document.getText();
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) {
    start += 1;
  }
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) {
    end += 1;
  }
  const range = new vscode.Range(
    document.positionAt(start),
    document.positionAt(before.length - end),
  );
  return vscode.TextEdit.replace(range, after.slice(start, after.length - end));
}
