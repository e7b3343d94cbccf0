import * as vscode from "vscode";

import type { Clock } from "../../shared/base/clock.ts";
import type { Disposable } from "../../shared/base/lifecycle.ts";
import { foldText } from "../../shared/text/foldText.ts";
import type { CodeIndexState, CodeSearch } from "./codeSearch.ts";
import type { CodeAnswer, FoundLines } from "./indexSession.ts";
import { leftOutLine, statusLine } from "./indexStatus.ts";
import { shownPath } from "./shownPath.ts";

const { l10n } = vscode;

const maxResults = 30;
const typingMs = 120;

interface Row extends vscode.QuickPickItem {
  readonly lines?: FoundLines;
  readonly rebuilds?: true;
}

export interface SearchPickDeps {
  readonly search: Pick<CodeSearch, "start" | "search" | "state" | "onDidChange">;
  readonly clock: Clock;
  readonly addToChat: (lines: FoundLines) => Promise<unknown>;
  readonly rebuild: () => Promise<unknown>;
}

/** *Search Code*: results while typing, a preview while moving, Enter opens. */
export function showSearchPick(deps: SearchPickDeps): void {
  const pick = vscode.window.createQuickPick<Row>();
  const before = vscode.window.activeTextEditor;
  pick.title = l10n.t("Search Code");
  pick.placeholder = l10n.t("A question or a name, in English or Portuguese");
  const stop = findWhileTyping(pick, deps);
  let isAccepted = false;
  let previewed: vscode.Uri | undefined;
  // A click into a preview would close the pick as Escape does, so it stays open until the click is recognised.
  pick.ignoreFocusOut = true;
  const working = whenWorkedIn(
    () => previewed,
    () => {
      isAccepted = true;
      pick.hide();
    },
  );
  pick.onDidChangeActive(([row]) => {
    if (row?.lines) {
      previewed = row.lines.uri;
      void showLines(row.lines, true);
    }
  });
  const add = (row: Row | undefined): void => {
    if (row?.lines) {
      isAccepted = true;
      pick.hide();
      void deps.addToChat(row.lines);
    }
  };
  pick.onDidTriggerItemButton(({ item }) => add(item));
  // The keyboard reaches buttons of the title, not buttons of rows.
  pick.buttons = [addButton()];
  pick.onDidTriggerButton(() => add(pick.activeItems[0]));
  pick.onDidAccept(() => {
    const [row] = pick.activeItems;
    if (row?.lines) {
      isAccepted = true;
      pick.hide();
      void showLines(row.lines, false);
    } else if (row?.rebuilds) {
      isAccepted = true;
      pick.hide();
      void deps.rebuild();
    }
  });
  pick.onDidHide(() => {
    stop();
    working.dispose();
    pick.dispose();
    const shown = vscode.window.activeTextEditor?.document.uri.toString();
    if (!isAccepted && before && previewed && shown === previewed.toString()) {
      void goBack(before);
    }
  });
  deps.search.start();
  pick.show();
}

function addButton(): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon("comment-add"), tooltip: l10n.t("Add to Chat") };
}

function whenWorkedIn(previewed: () => vscode.Uri | undefined, then: () => void): Disposable {
  const { Mouse, Keyboard } = vscode.TextEditorSelectionChangeKind;
  const isPreview = (document: vscode.TextDocument): boolean =>
    document.uri.toString() === previewed()?.toString();
  return vscode.window.onDidChangeTextEditorSelection(({ kind, textEditor }) => {
    if ((kind === Mouse || kind === Keyboard) && isPreview(textEditor.document)) {
      then();
    }
  });
}

/**
 * Searches while the person types; a later search replaces an earlier one. A query answered during the build is
 * repeated after it. Returns a function that stops.
 */
function findWhileTyping(
  pick: vscode.QuickPick<Row>,
  { search, clock }: SearchPickDeps,
): () => void {
  let asked = 0;
  let cancel: (() => void) | undefined;
  let early: string | undefined;
  const isReady = (): boolean => search.state.state === "ready";
  const find = async (query: string, own: number): Promise<void> => {
    pick.busy = true;
    const isWhole = isReady();
    const answer = await search.search(query, { limit: maxResults }).catch(() => undefined);
    if (own === asked) {
      pick.busy = false;
      pick.items = rowsOf(answer, query, search.state).map((row) =>
        row.lines ? { ...row, buttons: [addButton()] } : row,
      );
      // A restarted index drops open queries.
      const isLost = !answer && search.state.state === "building";
      early = isWhole && !isLost ? undefined : query;
      findAgain();
    }
  };
  const findAgain = (): void => {
    if (early !== undefined && isReady()) {
      const query = early;
      early = undefined;
      void find(query, asked);
    }
  };
  const building = search.onDidChange(findAgain);
  const forget = (): void => {
    cancel?.();
    asked += 1;
    early = undefined;
  };
  pick.onDidChangeValue((value) => {
    forget();
    const query = value.trim();
    if (query === "") {
      pick.items = [];
      pick.busy = false;
    } else {
      cancel = clock.startTimer(() => void find(query, asked), typingMs);
    }
  });
  return () => {
    forget();
    building.dispose();
  };
}

/** Restores the editor from before the previews. */
async function goBack({ document, viewColumn, selection }: vscode.TextEditor): Promise<void> {
  try {
    await vscode.window.showTextDocument(document, {
      viewColumn: viewColumn ?? vscode.ViewColumn.Active,
      preserveFocus: true,
      selection,
    });
  } catch {}
}

function rowsOf(
  answer: CodeAnswer | undefined,
  query: string,
  index: CodeIndexState,
): readonly Row[] {
  const rows = (answer?.found ?? []).map(rowOf);
  const stopped: Row = { label: statusLine(index), alwaysShow: true, rebuilds: true };
  if (index.state === "failed") {
    return [...rows, stopped];
  }
  if (!answer && index.state !== "building") {
    const label = index.state === "off" ? statusLine(index) : l10n.t("There is no code index.");
    return [{ label, alwaysShow: true }];
  }
  const none: Row = {
    label: l10n.t("Nothing fits “{0}”.", query.slice(0, 100)),
    detail: leftOutLine(index),
    alwaysShow: true,
  };
  const more: Row = { label: moreText(answer), alwaysShow: true };
  return [
    ...rows,
    ...(rows.length === 0 ? [none] : []),
    ...((answer?.isPartial ?? true) ? [more] : []),
  ];
}

function moreText(answer: CodeAnswer | undefined): string {
  return (answer?.isBuilding ?? true)
    ? l10n.t("The index is still being built; there may be more.")
    : l10n.t("The search reached its time limit; there may be more.");
}

function rowOf(lines: FoundLines): Row {
  const { name, folder } = shownPath(lines.path);
  const code = lineWith(lines.words, lines.text);
  return {
    label: `${name}:${lines.startLine}`,
    description:
      lines.words.length > 0
        ? lines.words.join(" · ")
        : l10n.t("by its path, its history or its meaning"),
    detail: folder === "" ? code : `${folder} · ${code}`,
    alwaysShow: true,
    lines,
  };
}

/** The line with the most of the words, else the first line that is more than punctuation. */
function lineWith(words: readonly string[], text: string): string {
  const wanted = words.map((word) => foldText(word));
  const scored = text.split("\n").map((line) => {
    const folded = foldText(line);
    const count = wanted.filter((word) => folded.includes(word)).length;
    return { line, score: count + (/[\p{L}\p{N}]/u.test(line) ? 0.5 : 0) };
  });
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one), {
    line: "",
    score: 0,
  });
  return best.line.trim().slice(0, 200);
}

async function showLines(
  { uri, startLine, endLine }: FoundLines,
  isPreview: boolean,
): Promise<void> {
  try {
    await vscode.window.showTextDocument(uri, {
      preview: isPreview,
      preserveFocus: isPreview,
      selection: new vscode.Range(startLine - 1, 0, endLine, 0),
    });
  } catch {
    // The file was deleted meanwhile; the next search omits it.
  }
}
