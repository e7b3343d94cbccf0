import * as vscode from "vscode";

import type { Attachment } from "../../context/attachment.ts";
import { fromBase64, toBase64 } from "../../shared/base/base64.ts";
import { type Disposable, toDisposable } from "../../shared/base/lifecycle.ts";
import type { Client } from "../../shared/base/rpc.ts";
import type { viewContract } from "../../shared/calls/protocol.ts";
import type { ImageProblem } from "../../shared/calls/turnsCalls.ts";
import { maxImageSourceBytes } from "../../shared/conversation/image.ts";
import { baseName } from "../../shared/text/baseName.ts";
import { loadPart } from "../editor/laterPart.ts";
import { plainText } from "../editor/plainText.ts";
import type { ChatView } from "../view/chatView.ts";
import type { ImageResult, ShrinkImage } from "./images.ts";

const { l10n } = vscode;

type ChatPageClient = Pick<Client<typeof viewContract>, "shrinkImage">;

/** The open pages; only they can shrink pictures. */
const pages = new Set<ChatPageClient>();

export function rememberPage(page: ChatPageClient): Disposable {
  pages.add(page);
  return toDisposable(() => pages.delete(page));
}

export async function tryAddImage(
  view: ChatView,
  conversationId: string,
  image: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> },
): Promise<ImageProblem | undefined> {
  const result = await attachmentOf(image.bytes, image.name);
  if ("problem" in result) {
    return result.problem;
  }
  const isAdded = await view.useDraft(conversationId, (draft) =>
    Promise.resolve(draft.add(result.attachment)),
  );
  return isAdded === false ? "tooMany" : undefined;
}

/** Undefined if the name is not that of a picture; empty if it cannot be sent (already reported). */
export async function attachImageFile(uri: vscode.Uri): Promise<readonly Attachment[] | undefined> {
  const name = baseName(uri.path);
  if (!/\.(?:png|jpe?g|gif|webp)$/iu.test(name)) {
    return undefined;
  }
  const { size } = await vscode.workspace.fs.stat(uri);
  const result: ImageResult =
    size > maxImageSourceBytes
      ? { problem: "tooLarge" }
      : await attachmentOf(Uint8Array.from(await vscode.workspace.fs.readFile(uri)), name);
  if ("problem" in result) {
    sayProblem(result.problem, name);
    return [];
  }
  return [result.attachment];
}

async function attachmentOf(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<ImageResult> {
  const { createImageAttachment } = await loadPart(() => import("./images.ts"));
  return await createImageAttachment(crypto.randomUUID(), { name, bytes }, shrinkInPage);
}

const shrinkInPage: ShrinkImage = async ({ mimeType }, bytes) => {
  const [page] = pages;
  try {
    const shrunk = await page?.shrinkImage({ mimeType, base64: toBase64(bytes) });
    return shrunk?.base64 === undefined ? undefined : fromBase64(shrunk.base64);
  } catch {
    return undefined;
  }
};

function sayProblem(problem: ImageProblem, name: string): void {
  void vscode.window.showWarningMessage(problemText(problem, plainText(name).slice(0, 100)));
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
