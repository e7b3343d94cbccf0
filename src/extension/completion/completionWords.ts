import * as vscode from "vscode";

import type { QuietReason } from "../../completion/moment.ts";
import type { FileReason } from "../../completion/quiet.ts";

const { l10n } = vscode;

export type NoticeReason = QuietReason | FileReason | "notAllowed";

/** Undefined if nothing blocks completion for long, or a limit ended. `waitMs` is the rest of a limit. */
export function whyText(why: NoticeReason, waitMs: number): string | undefined {
  const isLimited = why === "rate" || why === "told" || why === "failing";
  if (isLimited && waitMs <= 0) {
    return undefined;
  }
  const seconds = String(Math.ceil(waitMs / 1000));
  const words: Partial<Record<NoticeReason, () => string>> = {
    organisation: () => l10n.t("excluded by your organisation"),
    off: () => l10n.t("off in this language"),
    secret: () => l10n.t("a file with secrets"),
    excluded: () => l10n.t("excluded by your settings"),
    ignored: () => l10n.t("ignored file"),
    outside: () => l10n.t("outside the workspace"),
    readOnly: () => l10n.t("read-only"),
    tooLarge: () => l10n.t("the file is too large"),
    scheme: () => l10n.t("not a file of the workspace"),
    notAllowed: () => l10n.t("your organisation does not allow it"),
    sensitive: () => l10n.t("personal data nearby"),
    controlToken: () => l10n.t("text that the model reads as a command"),
    rate: () => l10n.t("limit: {0} s", seconds),
    told: () => l10n.t("limit: {0} s", seconds),
    failing: () => l10n.t("the hub does not answer: {0} s", seconds),
    chatFirst: () => l10n.t("the chat goes first"),
    budget: () => l10n.t("budget nearly used: only on demand"),
    refused: () => l10n.t("the hub refuses it"),
    denied: () => l10n.t("the hub refuses it"),
    model: () => l10n.t("the model is not available"),
    server: () => l10n.t("the hub does not answer"),
  };
  return words[why]?.();
}
