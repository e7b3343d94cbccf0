import * as vscode from "vscode";

import type { OpenConversation } from "../../../chat/conversations.ts";
import { type Attachment, createAttachment, maxAttachments } from "../../../context/attachment.ts";
import type { ContextMeterFacts } from "../../../shared/calls/contextCalls.ts";
import { fitting } from "../../../shared/text/tokenEstimate.ts";
import { addToDraft } from "../files/addContext.ts";
import { textAttachment } from "../files/fileAttachments.ts";
import type { Offer } from "./offer.ts";

const { l10n } = vscode;

/** The most tokens for one message; a quarter of the free context if that is less. */
const maxTokens = 8_000;
const maxFound = 24;

export interface CodeLines {
  readonly uri: vscode.Uri;
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
  readonly words: readonly string[];
}

export type FindCode = (
  query: string,
  options: { readonly limit: number; readonly below?: vscode.Uri | undefined },
) => Promise<readonly CodeLines[] | undefined>;

/** `@codebase`: a placeholder that is replaced when the message is sent. */
export function codebaseOffer(): Offer {
  return {
    source: "codebase",
    label: "codebase",
    detail: l10n.t("The lines of the workspace that fit the message"),
    attach: () =>
      Promise.resolve([
        textAttachment({ kind: "codebase", path: "@codebase", languageId: "text" }, ""),
      ]),
  };
}

/**
 * Replaces `@codebase` with lines that answer the message. With a folder attached too, searches only that folder and
 * does not send its text.
 */
export async function findInCodebase(
  { draft }: OpenConversation,
  text: string,
  { find, facts }: { readonly find: FindCode; readonly facts: ContextMeterFacts },
): Promise<"found" | "nothing" | "noIndex"> {
  const placeholders = draft.attachments.filter(({ info }) => info.kind === "codebase");
  if (placeholders.length === 0) {
    return "found";
  }
  const folder = draft.attachments.find(({ info }) => info.kind === "folder");
  const below = folder?.info.uri === undefined ? undefined : vscode.Uri.parse(folder.info.uri);
  const found = await find(text, { limit: maxFound, below });
  if (!found) {
    return "noIndex";
  }
  const replaced = draft.attachments.filter(
    (one) => placeholders.includes(one) || (below && one === folder),
  );
  const room = maxAttachments - draft.attachments.length + replaced.length;
  const chosen = fitting(found.map(attachmentOf), budgetOf(facts), ({ content }) => content).slice(
    0,
    room,
  );
  if (chosen.length === 0 || !replaced.some(({ info }) => info.kind === "codebase")) {
    return "nothing";
  }
  for (const { info } of replaced) {
    draft.remove(info.id);
  }
  addToDraft(draft, chosen);
  return "found";
}

function attachmentOf({ uri, path, startLine, endLine, text, words }: CodeLines): Attachment {
  const languageId = /[^./]+$/u.exec(path)?.[0] ?? "text";
  const matched = words.join(", ");
  return createAttachment(
    crypto.randomUUID(),
    { kind: "selection", path, uri: uri.toString(), languageId, startLine, endLine, matched },
    text,
  );
}

function budgetOf({ contextLength, reserved = 0, fixed, history }: ContextMeterFacts): number {
  const left = contextLength === undefined ? Infinity : contextLength - reserved - fixed - history;
  return Math.min(maxTokens, Math.max(0, left / 4));
}
