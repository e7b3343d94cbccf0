import * as vscode from "vscode";

import type { OpenConversation } from "../../../chat/conversations.ts";
import { DisposableStore, type Disposable } from "../../../shared/base/lifecycle.ts";
import type { Client } from "../../../shared/base/rpc.ts";
import type { viewContract } from "../../../shared/calls/protocol.ts";
import { isSecretFile } from "../../../shared/guarded/secretFiles.ts";
import { baseName } from "../../../shared/text/baseName.ts";
import { attachFile } from "../files/fileAttachments.ts";
import type { WorkspaceFiles } from "../files/workspaceFiles.ts";
import type { OfferBook } from "./offer.ts";

const offeredSchemes = ["file", "untitled", "vscode-remote", "vscode-vfs"];

interface ActiveFileDeps {
  readonly files: WorkspaceFiles;
  readonly offers: OfferBook;
}

/**
 * Offers the active file while it is not attached whole. Never offers a file that may hold secrets; asks before adding
 * an ignored file.
 */
export function watchActiveFile(
  { draft }: OpenConversation,
  page: Client<typeof viewContract>,
  { files, offers }: ActiveFileDeps,
): Disposable {
  const watched = new DisposableStore();
  let active = vscode.window.activeTextEditor?.document;
  const update = (): void => {
    const uri = active?.uri;
    const isOffered = uri !== undefined && mayBeOffered(uri) && !isAttached(uri);
    page.showActiveFile(isOffered ? { file: offerOf(uri, { files, offers }) } : {});
  };
  const isAttached = (uri: vscode.Uri): boolean =>
    draft.attachments.some(
      ({ info }) => info.uri === uri.toString() && info.startLine === undefined,
    );
  watched.add(
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      // Focus on a chat tab leaves no active editor: keep the file.
      if (editor) {
        active = editor.document;
        update();
      }
    }),
  );
  watched.add(
    vscode.workspace.onDidCloseTextDocument((document) => {
      if (document === active) {
        active = vscode.window.activeTextEditor?.document;
        update();
      }
    }),
  );
  watched.add(draft.onDidChangeAttachments(update));
  update();
  return watched;
}

function mayBeOffered({ scheme, path }: vscode.Uri): boolean {
  return offeredSchemes.includes(scheme) && !isSecretFile(path);
}

function offerOf(uri: vscode.Uri, { files, offers }: ActiveFileDeps) {
  const path = vscode.workspace.asRelativePath(uri);
  const { id } = offers.keep({
    offer: {
      source: "editor",
      label: baseName(path),
      detail: path,
      attach: () => attachFile(uri, files),
    },
    match: { score: 0, ranges: [] },
  });
  return { id, name: baseName(path).slice(0, 1000), path: path.slice(0, 1000) };
}
