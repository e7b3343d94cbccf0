import * as vscode from "vscode";

import type { AskToSend } from "../../chat/protection/protectedStream.ts";
import type { Failure } from "../../shared/failures/failure.ts";
import { hubActionOn, hubProtection } from "../../shared/guarded/dataProtection.ts";
import { loadPart } from "../editor/laterPart.ts";
import { wordsLocale } from "../editor/locale.ts";

const { l10n } = vscode;

/** Asks for a request outside a chat, such as a commit message. */
export const askToSend: AskToSend = async (refusal, signal) => {
  const mask = l10n.t("Mask and send");
  const send = l10n.t("Send anyway");
  const { describeFailure } = await loadPart(() => import("../../shared/failures/failureWords.ts"));
  const { headline } = describeFailure(refusal, wordsLocale());
  const { detail, mayMask } = routeOf(refusal);
  const chosen = await vscode.window.showWarningMessage(
    headline,
    { modal: true, ...(detail !== undefined && { detail }) },
    ...(mayMask ? [mask] : []),
    send,
  );
  if (signal.aborted || chosen === undefined) {
    return "cancel";
  }
  return chosen === mask ? "mask" : "send";
};

/** Where the hub sends a request with these values, as far as its policy is known. */
function routeOf({ dlpFindings = [] }: Failure): {
  readonly detail?: string;
  readonly mayMask: boolean;
} {
  const hub = hubProtection();
  const isRouted = dlpFindings.some(
    ({ type: kind }) => hubActionOn({ kind, place: "text" }) === "route",
  );
  if (!hub || !isRouted) {
    return { mayMask: true };
  }
  const { in_house: model, may_mask: mayMask } = hub;
  const detail =
    model === null
      ? l10n.t("The hub blocks it, because it has no model in house for you.")
      : l10n.t("As it is, it goes to {0}, a model in house.", model);
  return { detail, mayMask };
}
