import * as vscode from "vscode";

import {
  type ApprovalRule,
  type FolderRule,
  type RuleBook,
  variableRule,
} from "../../../agent/trust/approvalRules.ts";
import { visibleText } from "../../../shared/text/visibleText.ts";

const { l10n } = vscode;

export interface ChoosableVariables {
  readonly folder: string;
  readonly names: readonly string[];
}

interface RuleItem extends vscode.QuickPickItem {
  readonly kept?: FolderRule;
  readonly variables?: ChoosableVariables;
}

interface ActItem extends vscode.QuickPickItem {
  readonly effect: ApprovalRule["effect"] | undefined;
}

/**
 * Lists the rules by folder; each can be changed or removed, until Escape closes the list. The only place where
 * variables can be allowed for the open folder's commands.
 */
export async function showRules(
  book: RuleBook | undefined,
  variables?: ChoosableVariables,
): Promise<void> {
  for (;;) {
    const items = book ? menuItems(book, variables) : [];
    if (!book || items.length === 0) {
      void vscode.window.showInformationMessage(
        l10n.t(
          "There are no approval rules yet. You make one on a card of the agent, with “Always allow exactly this”.",
        ),
      );
      return;
    }
    const picked = await vscode.window.showQuickPick(items, {
      title: l10n.t("Approval rules of the agent"),
      placeHolder: l10n.t("Pick a rule to change or remove it"),
      matchOnDescription: true,
    });
    if (!picked) {
      return;
    }
    await (picked.variables
      ? letVariableIn(book, picked.variables)
      : picked.kept && changeRule(book, picked.kept));
  }
}

function menuItems(book: RuleBook, variables: ChoosableVariables | undefined): readonly RuleItem[] {
  const label = l10n.t("Allow a secret variable for commands…");
  const hasAny = variables && variables.names.length > 0;
  return [...(hasAny ? [{ label, variables }] : []), ...ruleItems(book.all())];
}

async function letVariableIn(book: RuleBook, { folder, names }: ChoosableVariables): Promise<void> {
  const known = new Set(
    book.rules(folder).flatMap(({ kind, words }) => (kind === "variable" ? words : [])),
  );
  const items = names.filter((name) => !known.has(name)).map((name) => ({ label: name }));
  const picked = await vscode.window.showQuickPick(items, {
    title: l10n.t(
      "Commands of the agent in this folder get its value, and can print it to the model",
    ),
    placeHolder: visibleText(folder),
  });
  if (picked) {
    await book.add(folder, variableRule(picked.label));
  }
}

function ruleItems(all: readonly FolderRule[]): readonly RuleItem[] {
  const folders = new Set(all.map(({ folder }) => folder));
  return [...folders].flatMap((folder): readonly RuleItem[] => [
    { label: visibleText(folder), kind: vscode.QuickPickItemKind.Separator },
    ...all
      .filter((one) => one.folder === folder)
      .map((kept) => ({
        label: ruleText(kept.rule),
        description: `${effectWord(kept.rule.effect)} · ${extentWord(kept.rule)}`,
        kept,
      })),
  ]);
}

async function changeRule(book: RuleBook, kept: FolderRule): Promise<void> {
  const effects = (kept.rule.kind === "variable" ? [] : (["allow", "ask", "deny"] as const)).filter(
    (one) => one !== kept.rule.effect,
  );
  const items: readonly ActItem[] = [
    { label: l10n.t("Remove the rule"), effect: undefined },
    ...effects.map((effect) => ({ label: effectWord(effect), effect })),
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: ruleText(kept.rule),
    placeHolder: visibleText(kept.folder),
  });
  if (!picked) {
    return;
  }
  if (picked.effect) {
    await book.add(kept.folder, { ...kept.rule, effect: picked.effect });
  }
  await book.remove(kept);
}

function ruleText({ words }: ApprovalRule): string {
  const text = words.map((word) => (/^[^\s"']+$/u.test(word) ? word : JSON.stringify(word)));
  return visibleText(text.join(" ")).slice(0, 300);
}

function effectWord(effect: ApprovalRule["effect"]): string {
  const words = {
    allow: l10n.t("Always allow"),
    ask: l10n.t("Always ask"),
    deny: l10n.t("Never allow"),
  };
  return words[effect];
}

function extentWord({ kind, extent, reach }: ApprovalRule): string {
  if (kind === "tool") {
    return l10n.t("tool of a server");
  }
  if (kind === "site") {
    return l10n.t("pages of this site");
  }
  if (kind === "variable") {
    return l10n.t("secret variable of commands");
  }
  const words =
    extent === "exact" ? l10n.t("exactly this command") : l10n.t("commands with this beginning");
  return reach === undefined ? words : `${words} · ${l10n.t("outside the sandbox too")}`;
}
