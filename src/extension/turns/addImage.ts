import * as vscode from "vscode";

import { fromBase64, toBase64 } from "../../shared/base64.ts";
import type { ImageProblem } from "../../shared/calls/turnsCalls.ts";
import type { viewContract } from "../../shared/protocol.ts";
import type { Client } from "../../shared/rpc.ts";
import type { ChatView } from "../view/chatView.ts";
import { createImageAttachment, type ShrinkImage } from "./images.ts";

const { l10n } = vscode;

/** The page that shows a view now: pages can draw pictures smaller, and the host cannot. */
const pageOf = new WeakMap<ChatView, Client<typeof viewContract>>();

export function rememberPage(view: ChatView, page: Client<typeof viewContract>): void {
  pageOf.set(view, page);
}

/** Adds a picture to the unsent message of a view; says so if it cannot be. */
export async function addImage(
  view: ChatView,
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
): Promise<void> {
  const problem = await tryAddImage(view, bytes, name);
  if (problem) {
    void vscode.window.showWarningMessage(problemText(problem, shownName(name)));
  }
}

/** The same, for a caller that says itself why it cannot be. */
export async function tryAddImage(
  view: ChatView,
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
): Promise<ImageProblem | undefined> {
  const { draft } = await view.conversation();
  const result = await createImageAttachment(crypto.randomUUID(), { name, bytes }, shrinkBy(view));
  if ("problem" in result) {
    return result.problem;
  }
  return draft.add(result.attachment) ? undefined : "tooMany";
}

function shrinkBy(view: ChatView): ShrinkImage {
  return async ({ mimeType }, bytes) => {
    try {
      const shrunk = await pageOf.get(view)?.shrinkImage({ mimeType, base64: toBase64(bytes) });
      return shrunk?.base64 === undefined ? undefined : fromBase64(shrunk.base64);
    } catch {
      // The page is hidden or gone: nobody can make the picture smaller now.
      return undefined;
    }
  };
}

function problemText(problem: ImageProblem, name: string): string {
  switch (problem) {
    case "noImage":
      return l10n.t("{0} is not an image that models take. Use PNG, JPEG, GIF or WebP.", name);
    case "tooLarge":
      return l10n.t("{0} is too large for a model. Send a smaller image.", name);
    case "tooMany":
      return l10n.t("The message cannot hold more attachments. Remove one first.");
    default:
      return problem satisfies never;
  }
}

/** Notifications read links and commands in their text. */
function shownName(name: string): string {
  return name.replaceAll(/[[\]()`\r\n]/gu, " ").slice(0, 100);
}
