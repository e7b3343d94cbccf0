import * as vscode from "vscode";

import type { ApprovalRule, FolderRule, RuleBook } from "../../agent/trust/approvalRules.ts";
import { visibleText } from "../../shared/visibleText.ts";

const { l10n } = vscode;

interface RuleItem extends vscode.QuickPickItem {
  readonly kept?: FolderRule;
}

interface ActItem extends vscode.QuickPickItem {
  /** Undefined: removed. */
  readonly effect: ApprovalRule["effect"] | undefined;
}

/** Lists the person's rules by folder; what is picked can be changed or removed, until Escape ends it. */
export async function showRules(book: RuleBook | undefined): Promise<void> {
  for (;;) {
    const all = book?.all() ?? [];
    if (!book || all.length === 0) {
      void vscode.window.showInformationMessage(
        l10n.t(
          "There are no approval rules yet. You make one on a card of the agent, with “Always allow exactly this”.",
        ),
      );
      return;
    }
    const picked = await vscode.window.showQuickPick(ruleItems(all), {
      title: l10n.t("Approval rules of the agent"),
      placeHolder: l10n.t("Pick a rule to change or remove it"),
      matchOnDescription: true,
    });
    if (!picked?.kept) {
      return;
    }
    await changeRule(book, picked.kept);
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
  const effects = (["allow", "ask", "deny"] as const).filter((one) => one !== kept.rule.effect);
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

function extentWord({ kind, extent }: ApprovalRule): string {
  if (kind === "tool") {
    return l10n.t("tool of a server");
  }
  return extent === "exact" ? l10n.t("exactly this command") : l10n.t("commands that begin so");
}
