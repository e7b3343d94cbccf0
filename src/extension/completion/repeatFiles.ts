import * as vscode from "vscode";

import { maxOtherFiles, otherFilesOf } from "../../completion/repeat/otherFiles.ts";
import type { Replacement } from "../../completion/repeat/repeatedEdit.ts";
import { readBounded } from "../editor/boundedFile.ts";
import type { CompletionDeps } from "./completionAccess.ts";
import { textWithin } from "./documentText.ts";
import type { FileGate } from "./fileGate.ts";

const { workspace } = vscode;

const maxBytes = 500_000;
const maxOpen = 50;

interface FileText {
  readonly uri: vscode.Uri;
  readonly text: string;
}

/** Finds other files where an edit may be repeated: open ones, and those that the index finds by the old text. */
export class RepeatFiles {
  readonly #findText: CompletionDeps["findText"];
  readonly #gate: Pick<FileGate, "reasonAgainstFile">;

  constructor(findText: CompletionDeps["findText"], gate: Pick<FileGate, "reasonAgainstFile">) {
    this.#findText = findText;
    this.#gate = gate;
  }

  /** Nothing is opened or sent; a file that may not be completed is not read. */
  async find(
    edit: Replacement,
    seen: readonly vscode.TextDocument[],
    isRepeated: boolean,
  ): Promise<readonly vscode.Uri[]> {
    const [own] = seen;
    const open = workspace.textDocuments.slice(0, maxOpen).map(({ uri }) => uri);
    const found = (await this.#findText(edit.from, maxOtherFiles)) ?? [];
    const all = [...open, ...found.map(({ uri }) => uri)].filter(isShownAsText);
    const uris = new Map(all.map((uri) => [uri.path, uri]));
    const texts: FileText[] = [];
    for (const uri of uris.values()) {
      const isSeen = seen.some((one) => one.uri.path === uri.path);
      const text = own && !isSeen ? await this.#textOf(uri, own) : undefined;
      if (text !== undefined) {
        texts.push({ uri, text });
      }
    }
    return otherFilesOf(edit, texts, isRepeated).map(({ uri }) => uri);
  }

  async #textOf(uri: vscode.Uri, own: vscode.TextDocument): Promise<string | undefined> {
    if ((await this.#gate.reasonAgainstFile(uri, own)) !== undefined) {
      return undefined;
    }
    const document = workspace.textDocuments.find((one) => String(one.uri) === String(uri));
    if (document) {
      return textWithin(document, maxBytes);
    }
    const bytes = await readBounded(uri, maxBytes);
    return bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : undefined;
  }
}

/** False for notebooks, whose text is not what the person sees. */
function isShownAsText({ scheme, path }: vscode.Uri): boolean {
  return scheme !== "vscode-notebook-cell" && !path.endsWith(".ipynb");
}
