import * as vscode from "vscode";

import type { Conversations } from "../../../chat/conversations.ts";
import type { Attachment } from "../../../context/attachment.ts";
import type { ContextSource } from "../../../shared/calls/contextCalls.ts";
import { isSecretFile } from "../../../shared/guarded/secretFiles.ts";
import { baseName } from "../../../shared/text/baseName.ts";
import { loadPart } from "../../editor/laterPart.ts";
import { attachmentFromSelection } from "../../editor/selection.ts";
import {
  attachFile,
  attachFolder,
  orSayTooLarge,
  textAttachment,
} from "../files/fileAttachments.ts";
import type { FileIndex, WorkspaceFiles } from "../files/workspaceFiles.ts";
import { codebaseOffer } from "./codebase.ts";
import { attachFailedCommand, type FailedCommands } from "./failedCommands.ts";
import { hasChanges, type MayGo, recentCommits, workingChanges } from "./gitRepositories.ts";
import type { Offer } from "./offer.ts";
import { problemOffers } from "./problems.ts";
import { symbolOffers } from "./symbols.ts";
import { attachTerminalSelection } from "./terminal.ts";
import { attachSearch } from "./textSearch.ts";

const { l10n } = vscode;

const maxOpenAtOnce = 8;
const minSymbolQuery = 2;
const maxConversations = 200;

export interface SourceDeps {
  readonly files: WorkspaceFiles;
  readonly failedCommands: Pick<FailedCommands, "last">;
  readonly conversations: Conversations;
}

export interface SourceQuery {
  readonly text: string;
  readonly source: ContextSource | undefined;
  readonly token: vscode.CancellationToken;
}

/** Offers without a search: open editors first, selections, problems and known files. */
export function quickOffers(
  { files, failedCommands }: SourceDeps,
  { text, source }: SourceQuery,
): readonly Offer[] {
  const open = editorOffers(files);
  const offers: Offer[] = [
    ...(text === "" && source === undefined ? open.slice(0, maxOpenAtOnce) : open),
    ...selectionOffers(files),
    ...problemOffers(files),
  ];
  if (vscode.window.terminals.length > 0) {
    offers.push({
      source: "terminal",
      label: l10n.t("Terminal selection"),
      detail: vscode.window.activeTerminal?.name ?? "",
      attach: attachTerminalSelection,
    });
  }
  const { last } = failedCommands;
  if (last) {
    offers.push({
      source: "terminal",
      label: l10n.t("Last failed command"),
      detail: last.command,
      attach: () => attachFailedCommand(last),
    });
  }
  offers.push(codebaseOffer());
  if (text !== "" || source === "file" || source === "folder") {
    offers.push(...fileOffers(files, files.known), ...folderOffers(files, files.known));
  }
  return source === undefined ? offers : offers.filter((offer) => offer.source === source);
}

export async function fullOffers(deps: SourceDeps, query: SourceQuery): Promise<readonly Offer[]> {
  const { source, text } = query;
  const asks = (one: ContextSource, isAskedInAll = true): boolean =>
    source === one || (source === undefined && isAskedInAll);
  const asked: Promise<readonly Offer[]>[] = [];
  if (asks("file", text !== "") || asks("folder", text !== "")) {
    asked.push(workspaceOffers(deps, query));
  }
  if (asks("symbol", text.length >= minSymbolQuery)) {
    asked.push(symbolOffers(text, deps.files));
  }
  if (asks("changes")) {
    asked.push(changesOffers(deps.files));
  }
  if (asks("commit", text !== "")) {
    asked.push(commitOffers(deps.files));
  }
  if (asks("conversation", text !== "")) {
    asked.push(conversationOffers(deps.conversations));
  }
  const found = (await Promise.allSettled(asked))
    .flatMap((result) => (result.status === "fulfilled" ? result.value : []))
    .filter((offer) => source === undefined || offer.source === source);
  return source === "search" && text !== "" ? [searchOffer(text, deps.files)] : found;
}

function selectionOffers(files: WorkspaceFiles): Offer[] {
  const editor = vscode.window.activeTextEditor;
  if (!editor || editor.selection.isEmpty) {
    return [];
  }
  const { start, end } = editor.selection;
  const path = vscode.workspace.asRelativePath(editor.document.uri);
  return [
    {
      source: "selection",
      label: l10n.t("Selection"),
      detail: `${path}:${start.line + 1}–${end.line + 1}`,
      attach: async () =>
        (await files.refuses(editor.document.uri))
          ? []
          : orSayTooLarge(attachmentFromSelection(editor)),
    },
  ];
}

function editorOffers(files: WorkspaceFiles): Offer[] {
  const active = vscode.window.activeTextEditor?.document.uri;
  const open = vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []))
    .filter(({ scheme, path }) => scheme !== "output" && !isSecretFile(path));
  const unique = new Map(
    [...(active && !isSecretFile(active.path) ? [active] : []), ...open].map((uri) => [
      uri.toString(),
      uri,
    ]),
  );
  return [...unique.values()].map((uri) => {
    const path = vscode.workspace.asRelativePath(uri);
    return {
      source: "editor",
      label: baseName(path),
      detail: path,
      attach: () => attachFile(uri, files),
    };
  });
}

function fileOffers(files: WorkspaceFiles, index: FileIndex): Offer[] {
  return index.files.map(({ uri, path }) => ({
    source: "file",
    label: baseName(path),
    detail: path,
    attach: () => attachFile(uri, files),
  }));
}

function folderOffers(files: WorkspaceFiles, index: FileIndex): Offer[] {
  const folders = new Map<string, vscode.Uri>();
  for (const { uri, path, relative } of index.files) {
    const depth = relative.split("/").length - 1;
    let folder = uri;
    let shown = path;
    for (let level = 0; level < depth; level += 1) {
      folder = vscode.Uri.joinPath(folder, "..");
      shown = shown.slice(0, Math.max(0, shown.lastIndexOf("/")));
      if (shown === "" || folders.has(shown)) {
        break;
      }
      folders.set(shown, folder);
    }
  }
  return [...folders].map(([path, uri]) => ({
    source: "folder",
    label: baseName(path),
    detail: path,
    attach: () => attachFolder(uri, files),
  }));
}

async function workspaceOffers({ files }: SourceDeps, query: SourceQuery): Promise<Offer[]> {
  const index = await files.all();
  const named =
    index.isCut && query.text !== "" ? await files.named(query.text, query.token) : undefined;
  const known = new Set(index.files.map(({ path }) => path));
  const more = named?.files.filter(({ path }) => !known.has(path)) ?? [];
  return [
    ...fileOffers(files, index),
    ...fileOffers(files, { files: more, isCut: false }),
    ...folderOffers(files, index),
  ];
}

async function changesOffers(files: WorkspaceFiles): Promise<Offer[]> {
  return (await hasChanges())
    ? [
        {
          source: "changes",
          label: l10n.t("Git changes"),
          detail: l10n.t("Staged changes, or else those of the working tree"),
          attach: () => attachChanges(files),
        },
      ]
    : [];
}

export async function attachChanges(files: WorkspaceFiles): Promise<readonly Attachment[]> {
  const changes = await workingChanges(mayGo(files));
  if (!changes) {
    void vscode.window.showInformationMessage(
      l10n.t("There are no changes. New files count once they are staged."),
    );
    return [];
  }
  const path = changes.isStaged ? l10n.t("Staged changes") : l10n.t("Working changes");
  return [textAttachment({ kind: "changes", path, languageId: "diff" }, changes.text)];
}

function mayGo(files: WorkspaceFiles): MayGo {
  return async (uri) => (await files.reasonAgainst(uri)) === undefined;
}

async function commitOffers(files: WorkspaceFiles): Promise<Offer[]> {
  const commits = await recentCommits();
  return commits.map((commit) => ({
    source: "commit",
    label: commit.subject,
    detail: commit.detail,
    attach: async () => {
      const path = commit.hash.slice(0, 8);
      const text = await commit.text(mayGo(files));
      return [textAttachment({ kind: "commit", path, languageId: "diff" }, text)];
    },
  }));
}

async function conversationOffers(conversations: Conversations): Promise<Offer[]> {
  const kept = await conversations.list();
  return kept.slice(0, maxConversations).map(({ id, title, updatedAt }) => ({
    source: "conversation",
    label: title,
    detail: new Date(updatedAt).toLocaleString(vscode.env.language),
    attach: async () => {
      const { attachedMarkdown } = await loadPart(() => import("./attachedMarkdown.ts"));
      const text = await conversations.use(id, ({ session }) =>
        attachedMarkdown(session.conversation),
      );
      return [textAttachment({ kind: "conversation", path: title, languageId: "markdown" }, text)];
    },
  }));
}

function searchOffer(text: string, files: WorkspaceFiles): Offer {
  return {
    source: "search",
    label: text,
    detail: l10n.t("All lines of the workspace with this text"),
    attach: () => attachSearch(text, files),
  };
}
