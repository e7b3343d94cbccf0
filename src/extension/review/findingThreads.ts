import * as vscode from "vscode";

import type { ChangedLines } from "../../agent/review/changedLines.ts";
import type { Finding } from "../../agent/review/findings.ts";
import { movedRow, placeFinding } from "../../agent/review/placeFinding.ts";
import { type Disposable, DisposableStore } from "../../shared/base/lifecycle.ts";

const { l10n } = vscode;

const hasFindingsKey = "aiHub.hasFindings";

interface Shown {
  readonly finding: Finding;
  readonly uri: vscode.Uri;
  readonly text: string;
  readonly thread: vscode.CommentThread;
  row: number;
}

/** Findings as comments of the editor, which also lists them in its Comments panel. */
export class FindingThreads implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #controller: vscode.CommentController;
  #shown: readonly Shown[] = [];

  constructor() {
    const { workspace, comments } = vscode;
    const controller = comments.createCommentController("aiHub.review", l10n.t("AI Hub review"));
    this.#controller = this.#disposables.add(controller);
    // Watches deletions only, also by other programs. Changes of open documents come as events.
    const watcher = this.#disposables.add(
      workspace.createFileSystemWatcher("**/*", true, true, false),
    );
    this.#disposables.add(watcher.onDidDelete((uri) => this.#gone(uri)));
    this.#disposables.add(workspace.onDidOpenTextDocument((opened) => this.#placeIn(opened)));
    this.#disposables.add(workspace.onDidChangeTextDocument((event) => this.#follow(event)));
  }

  dispose(): void {
    this.clear();
    this.#disposables.dispose();
  }

  /** Replaces the findings of an earlier review. */
  async show(
    findings: readonly Finding[],
    lines: ChangedLines,
    files: ReadonlyMap<string, vscode.Uri>,
  ): Promise<void> {
    this.clear();
    this.#shown = findings.flatMap((finding) => {
      const uri = files.get(finding.file);
      const row = finding.line - 1;
      const text = lines.get(finding.file)?.get(finding.line) ?? "";
      return uri ? [{ finding, uri, text, thread: this.#threadOf(finding, uri, row), row }] : [];
    });
    setHasFindings(this.#shown.length > 0);
    const uris = new Map(this.#shown.map(({ uri }) => [uri.toString(), uri]));
    for (const uri of uris.values()) {
      try {
        this.#placeIn(await vscode.workspace.openTextDocument(uri));
      } catch {
        // Deleted since.
        this.#gone(uri);
      }
    }
  }

  findingOf(thread: unknown): Finding | undefined {
    return this.#shown.find((shown) => shown.thread === thread)?.finding;
  }

  dismiss(thread: unknown): void {
    this.#shown = this.#shown.filter((shown) => {
      if (shown.thread === thread) {
        shown.thread.dispose();
      }
      return shown.thread !== thread;
    });
    setHasFindings(this.#shown.length > 0);
  }

  clear(): void {
    for (const { thread } of this.#shown) {
      thread.dispose();
    }
    this.#shown = [];
    setHasFindings(false);
  }

  #threadOf(finding: Finding, uri: vscode.Uri, row: number): vscode.CommentThread {
    const thread = this.#controller.createCommentThread(uri, rangeOf(row), [
      {
        body: bodyOf(finding),
        mode: vscode.CommentMode.Preview,
        author: { name: severityName(finding) },
      },
    ]);
    thread.canReply = false;
    thread.contextValue = "finding";
    thread.label = l10n.t("AI Hub review");
    return thread;
  }

  #follow({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    if (contentChanges.length === 0) {
      return;
    }
    const changes = contentChanges
      .map(({ range: { start, end }, text }) => ({
        startRow: start.line,
        endRow: end.line,
        endColumn: end.character,
        text,
      }))
      .toSorted((a, b) => b.startRow - a.startRow);
    for (const shown of this.#in(document.uri)) {
      shown.row = movedRow(shown.row, changes);
    }
    this.#placeIn(document);
  }

  #placeIn(document: vscode.TextDocument): void {
    const own = this.#in(document.uri);
    if (own.length === 0) {
      return;
    }
    const rows = document.getText().split(/\r?\n/u);
    for (const shown of own) {
      const { row, isChanged } = placeFinding(rows, shown.text.replace(/\r$/u, ""), shown.row);
      shown.row = row;
      if (shown.thread.range?.start.line !== row) {
        shown.thread.range = rangeOf(row);
      }
      label(shown, isChanged ? l10n.t("AI Hub review · the line changed since") : undefined);
    }
  }

  #gone(uri: vscode.Uri): void {
    for (const shown of this.#in(uri)) {
      label(shown, l10n.t("AI Hub review · the file is gone"));
    }
  }

  #in(uri: vscode.Uri): readonly Shown[] {
    const key = uri.toString();
    return this.#shown.filter((shown) => shown.uri.toString() === key);
  }
}

function label({ thread }: Shown, mark: string | undefined): void {
  const text = mark ?? l10n.t("AI Hub review");
  if (thread.label !== text) {
    thread.label = text;
  }
}

function rangeOf(row: number): vscode.Range {
  return new vscode.Range(row, 0, row, 0);
}

/** The comment's text. A model wrote the words, so no character of them is Markdown, a link or an icon. */
function bodyOf({ title, evidence }: Finding): vscode.MarkdownString {
  const body = new vscode.MarkdownString(`**${literal(title)}**\n\n${literal(evidence)}`);
  body.isTrusted = false;
  body.supportHtml = false;
  body.supportThemeIcons = false;
  return body;
}

function literal(text: string): string {
  return text
    .replaceAll(/[!-/:-@[-`{-~]/gu, String.raw`\$&`)
    .split("\n")
    .map((line) => line.replace(/^ +/u, (spaces) => "\u00a0".repeat(spaces.length)))
    .join("  \n");
}

function severityName({ severity }: Finding): string {
  return {
    error: l10n.t("Error"),
    warning: l10n.t("Warning"),
    note: l10n.t("Note"),
  }[severity];
}

function setHasFindings(has: boolean): void {
  void vscode.commands.executeCommand("setContext", hasFindingsKey, has);
}
