import * as vscode from "vscode";

import {
  type Attachment,
  type AttachmentSource,
  createAttachment,
  maxAttachmentSize,
} from "../../../context/attachment.ts";
import { type FolderFile, folderText } from "../../../context/folderText.ts";
import { baseName } from "../../../shared/text/baseName.ts";
import { readBounded } from "../../editor/boundedFile.ts";
import { plainText } from "../../editor/plainText.ts";
import { attachmentFromDocument, attachmentFromLines } from "../../editor/selection.ts";
import { attachImageFile } from "../../turns/addImage.ts";
import type { WorkspaceFiles } from "./workspaceFiles.ts";

const { l10n } = vscode;

/** In bytes; larger files of a folder are listed, not read. */
const maxFolderFile = 64_000;
const maxFolderReads = 400;

/** Asks first if the file is ignored or probably holds secrets. */
export async function attachFile(
  uri: vscode.Uri,
  files: WorkspaceFiles,
  lines?: { readonly startLine: number; readonly endLine: number },
): Promise<readonly Attachment[]> {
  if (!(await mayBeSent(uri, files))) {
    return [];
  }
  let document: vscode.TextDocument;
  try {
    const image = await attachImageFile(uri);
    if (image) {
      return image;
    }
    if (!lines && (await isTooLarge(uri))) {
      return orSayTooLarge(undefined);
    }
    document = await vscode.workspace.openTextDocument(uri);
  } catch {
    // The file was deleted or is not text.
    void vscode.window.showWarningMessage(
      l10n.t("{0} cannot be added: it is not a text file, or it cannot be read.", nameOf(uri)),
    );
    return [];
  }
  const attachment = lines
    ? attachmentFromLines(document, lines)
    : attachmentFromDocument(document);
  return orSayTooLarge(attachment);
}

/** A folder's tree with as many file contents as fit. */
export async function attachFolder(
  uri: vscode.Uri,
  files: WorkspaceFiles,
): Promise<readonly Attachment[]> {
  const { files: inside, isCut, ignored } = await files.below(uri);
  const root = uri.path.endsWith("/") ? uri.path : `${uri.path}/`;
  const sorted = inside
    .map((file) => ({ uri: file.uri, path: file.uri.path.slice(root.length) }))
    .toSorted((a, b) => a.path.localeCompare(b.path));
  const contents: FolderFile[] = [];
  for (const file of sorted.slice(0, maxFolderReads)) {
    const isOwn = !(await files.leadsElsewhere(file.uri));
    contents.push({ path: file.path, content: isOwn ? await readSmallText(file.uri) : undefined });
  }
  const unread = sorted.slice(maxFolderReads);
  const listing = { paths: sorted.map(({ path }) => path), isCut, ignored };
  const text = folderText(listing, [
    ...contents,
    ...unread.map(({ path }) => ({ path, content: undefined })),
  ]);
  const path = vscode.workspace.asRelativePath(uri) || nameOf(uri);
  return [textAttachment({ kind: "folder", path, uri: uri.toString(), languageId: "text" }, text)];
}

export function textAttachment(source: AttachmentSource, text: string): Attachment {
  return createAttachment(crypto.randomUUID(), source, text.slice(0, maxAttachmentSize));
}

export function orSayTooLarge(attachment: Attachment | undefined): readonly Attachment[] {
  if (!attachment) {
    void vscode.window.showWarningMessage(
      l10n.t("That is too large to send. Select the part that matters."),
    );
    return [];
  }
  return [attachment];
}

async function isTooLarge(uri: vscode.Uri): Promise<boolean> {
  const open = vscode.workspace.textDocuments.some((document) => document.uri.path === uri.path);
  return !open && (await vscode.workspace.fs.stat(uri)).size > 3 * maxAttachmentSize;
}

/** Undefined if the file is too large or not UTF-8. */
export async function readSmallText(
  uri: vscode.Uri,
  maxBytes = maxFolderFile,
  onTooLarge?: () => void,
): Promise<string | undefined> {
  const bytes = await readBounded(uri, maxBytes);
  if (bytes === "tooLarge") {
    onTooLarge?.();
    return undefined;
  }
  try {
    return bytes && !bytes.includes(0)
      ? new TextDecoder("utf-8", { fatal: true }).decode(bytes)
      : undefined;
  } catch {
    // Not UTF-8: the caller lists the file as left out.
    return undefined;
  }
}

const questions = {
  secret: (name: string) => l10n.t("{0} may contain secrets. Send it with your message?", name),
  elsewhere: (name: string) =>
    l10n.t(
      "{0} is a link to a file that is outside this workspace or may contain secrets. Send it with your message?",
      name,
    ),
  ignored: (name: string) =>
    l10n.t("{0} is ignored by .gitignore or .aihubignore. Send it with your message?", name),
};

async function mayBeSent(uri: vscode.Uri, files: WorkspaceFiles): Promise<boolean> {
  const reason = await files.reasonAgainst(uri);
  if (reason === undefined) {
    return true;
  }
  if (reason === "excluded") {
    files.tellExcluded(uri);
    return false;
  }
  const add = l10n.t("Add it anyway");
  const answer = await vscode.window.showWarningMessage(
    questions[reason](nameOf(uri)),
    { modal: true, detail: l10n.t("Everything in it would be sent to the hub and its model.") },
    add,
  );
  return answer === add;
}

function nameOf(uri: vscode.Uri): string {
  return plainText(baseName(uri.path));
}
