import * as vscode from "vscode";

import { definitionsOf } from "../../codeIndex/text/definitions.ts";
import { lineStarts } from "../../codeIndex/text/lines.ts";
import type { TextChange } from "../../completion/followedOffer.ts";
import { importedNames } from "../../completion/importedNames.ts";
import type { SnippetPlace } from "../../completion/snippetKeeper.ts";
import {
  chooseSnippets,
  likeliestWindow,
  namesIn,
  type Snippet,
  type SnippetSource,
} from "../../completion/snippets.ts";
import type { CompletionDeps } from "./completionAccess.ts";
import { type FileGate, sentPath } from "./fileGate.ts";

const editedForMs = 10 * 60_000;
const maxEdits = 20;
const [linesAround, linesAbove] = [6, 40];
const maxTabs = 20;
const maxTabUnits = 200_000;
const maxNames = 30;
const maxHeadLines = 300;
const maxFound = 4;

interface Edit {
  readonly document: vscode.TextDocument;
  readonly line: number;
  readonly at: number;
}

/** Finds relevant pieces of other files: definitions of imports, from the index, recent edits and open tabs. */
export class SnippetSources {
  readonly #deps: Pick<CompletionDeps, "findCode" | "clock">;
  readonly #gate: FileGate;
  #edits: readonly Edit[] = [];

  constructor(deps: Pick<CompletionDeps, "findCode" | "clock">, gate: FileGate) {
    this.#deps = deps;
    this.#gate = gate;
  }

  changed(document: vscode.TextDocument, { start }: TextChange): void {
    const at = this.#deps.clock.now();
    const others = this.#edits.filter(
      (one) => one.document !== document || Math.abs(one.line - start.line) > linesAround,
    );
    this.#edits = [{ document, line: start.line, at }, ...others].slice(0, maxEdits);
  }

  /** At most `tokens` estimated tokens, and only from files that may be completed themselves. */
  async find({ file, line }: SnippetPlace, tokens: number): Promise<readonly Snippet[]> {
    const own = vscode.workspace.textDocuments.find((one) => one.uri.toString() === file);
    if (!own) {
      return [];
    }
    const near = own.getText(new vscode.Range(Math.max(0, line - linesAbove), 0, line + 1, 0));
    const names = namesIn(near);
    const others = await this.#openOthers(own);
    const imported = importedNames(own.getText(new vscode.Range(0, 0, maxHeadLines, 0)));
    const used = [...names].filter((name) => imported.has(name));
    const [defined, found] = await Promise.all([
      this.#found(used, used, own),
      this.#found([...names], used, own),
    ]);
    const definitions = defined.filter(({ kind }) => kind === "definition");
    const sources = [...definitions, ...found, ...this.#edited(others), ...tabs(others, names)];
    return chooseSnippets(sources, { tokens, isAllowed: () => true });
  }

  async #openOthers(own: vscode.TextDocument): Promise<readonly vscode.TextDocument[]> {
    const shown = new Set(
      vscode.window.tabGroups.all
        .flatMap(({ tabs: all }) => all)
        .flatMap(({ input }) => (input instanceof vscode.TabInputText ? [String(input.uri)] : [])),
    );
    const open = vscode.workspace.textDocuments.filter(
      (one) => one !== own && shown.has(one.uri.toString()),
    );
    const allowed: vscode.TextDocument[] = [];
    for (const document of open.slice(0, maxTabs)) {
      if ((await this.#gate.reasonAgainst(document)) === undefined) {
        allowed.push(document);
      }
    }
    return allowed;
  }

  /** Marks definitions of imported names. The index has its own rules, so each file is checked again. */
  async #found(
    names: readonly string[],
    imported: readonly string[],
    own: vscode.TextDocument,
  ): Promise<readonly SnippetSource[]> {
    const query = names.slice(-maxNames).join(" ");
    const found = query === "" ? [] : ((await this.#deps.findCode(query)) ?? []);
    const allowed: SnippetSource[] = [];
    for (const { uri, path, text } of found) {
      // A cell has its notebook's path, and the notebook's file also holds the outputs.
      const isOwn = uri.path === own.uri.path;
      if (!isOwn && (await this.#gate.reasonAgainstFile(uri, own)) === undefined) {
        const isDefinition = definitionsOf(path, text, lineStarts(text)).some(({ name }) =>
          imported.includes(name),
        );
        allowed.push({ kind: isDefinition ? "definition" : "index", path, text });
      }
    }
    return allowed.slice(0, maxFound);
  }

  #edited(allowed: readonly vscode.TextDocument[]): readonly SnippetSource[] {
    const since = this.#deps.clock.now() - editedForMs;
    return this.#edits
      .filter(({ document, at }) => at > since && allowed.includes(document))
      .map(({ document, line }) => ({
        kind: "edited",
        path: sentPath(document.uri),
        text: document.getText(
          new vscode.Range(Math.max(0, line - linesAround), 0, line + linesAround + 1, 0),
        ),
      }));
  }
}

function tabs(
  others: readonly vscode.TextDocument[],
  names: ReadonlySet<string>,
): readonly SnippetSource[] {
  return others.flatMap((document) => {
    const end = document.positionAt(maxTabUnits);
    const window = likeliestWindow(document.getText(new vscode.Range(0, 0, end.line, 0)), names);
    return window ? [{ kind: "tab" as const, path: sentPath(document.uri), ...window }] : [];
  });
}
