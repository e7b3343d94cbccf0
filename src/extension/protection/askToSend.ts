import * as vscode from "vscode";

import type { AskToSend } from "../../chat/protection/protectedStream.ts";
import { loadPart } from "../editor/laterPart.ts";
import { wordsLocale } from "../editor/locale.ts";

const { l10n } = vscode;

/** Asks for a request outside a chat, such as a commit message. */
export const askToSend: AskToSend = async (refusal, signal) => {
  const mask = l10n.t("Mask and send");
  const send = l10n.t("Send anyway");
  const { describeFailure } = await loadPart(() => import("../../shared/failures/failureWords.ts"));
  const { headline } = describeFailure(refusal, wordsLocale());
  const chosen = await vscode.window.showWarningMessage(headline, { modal: true }, mask, send);
  if (signal.aborted || chosen === undefined) {
    return "cancel";
  }
  return chosen === mask ? "mask" : "send";
};
