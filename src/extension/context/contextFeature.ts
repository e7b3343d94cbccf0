import * as vscode from "vscode";

import type { OpenConversation } from "../../chat/conversations.ts";
import { DisposableStore } from "../../shared/base/lifecycle.ts";
import { contextCalls } from "../../shared/calls/contextCalls.ts";
import type { Command } from "../editor/commandNames.ts";
import { builtOnce, laterHandlers, loadPart } from "../editor/laterPart.ts";
import type { ProtectionState } from "../protection/protectionState.ts";
import type { ChatTools } from "../tools/chatTools.ts";
import type { FeatureDeps } from "../view/featureDeps.ts";
import type { PageFeature } from "../view/pageFeature.ts";
import type { ContextHandlerDeps } from "./contextHandlers.ts";
import { addAttachments } from "./files/addContext.ts";
import type { WorkspaceFiles } from "./files/workspaceFiles.ts";
import { ContextCounter } from "./prompt/contextCounter.ts";
import { WorkspaceInstructions } from "./prompt/instructions.ts";
import { watchMeter } from "./prompt/meterWatch.ts";
import { modelFor } from "./prompt/promptModel.ts";
import type { PreviewDocuments } from "./prompt/requestPreview.ts";
import { watchActiveFile } from "./sources/activeFile.ts";
import { OfferBook } from "./sources/offer.ts";

export interface ContextFeature {
  readonly page: PageFeature<typeof contextCalls>;
  readonly commands: Readonly<Record<"addFiles" | "previewRequest", Command>>;
}

export interface ContextFeatureDeps extends FeatureDeps {
  readonly protection: ProtectionState;
  readonly chatTools: ChatTools;
}

export function createContextFeature(
  deps: ContextFeatureDeps,
  files: WorkspaceFiles,
  parts: Pick<ContextHandlerDeps, "failedCommands" | "findCode"> & {
    readonly onShown: () => void;
  },
): ContextFeature {
  const { clock, context, conversations, models, chatTools } = deps;
  const counter = new ContextCounter(context.globalState, (model) => chatTools.offeredTo(model));
  const instructions = new WorkspaceInstructions(context.workspaceState, files);
  const documents = previewDocuments(context);
  const handlerDeps = {
    files,
    failedCommands: parts.failedCommands,
    findCode: parts.findCode,
    conversations,
    offers: new OfferBook(),
    clock,
    counter,
    models,
    promptFolders: promptFoldersOf(deps),
    memory: context.globalState,
    connection: deps.connection,
    openText: async (name: string, text: string) => {
      await (await documents()).show(name, text, { preview: true });
    },
    preview: previewer(deps, counter, documents),
  };
  return {
    page: {
      handlers: laterHandlers(contextCalls, async () => {
        const { createContextHandlers } = await import("./contextHandlers.ts");
        return createContextHandlers(handlerDeps);
      }),
      watch: (conversation, page) => {
        parts.onShown();
        void instructions.offer(conversation);
        const watched = new DisposableStore();
        watched.add(watchMeter(conversation, page, { counter, models, chatTools, clock }));
        watched.add(watchActiveFile(conversation, page, handlerDeps));
        return watched;
      },
    },
    commands: {
      addFiles: (one, all) => addFiles(deps, files, urisOf(one, all)),
      previewRequest: async () => {
        const conversation = await deps.places.active().conversation();
        return await handlerDeps.preview(conversation, conversation.draft.text);
      },
    },
  };
}

/**
 * The person's prompt folders: `~/.aihub/prompts`, then in editor storage our folder and the editor's own beside it.
 */
export function promptFoldersOf({
  platform,
  context,
}: Pick<FeatureDeps, "platform" | "context">): readonly vscode.Uri[] {
  const storage = context.globalStorageUri;
  return [
    ...(platform.promptFolder ? [platform.promptFolder] : []),
    vscode.Uri.joinPath(storage, "prompts"),
    vscode.Uri.joinPath(storage, "..", "..", "prompts"),
  ];
}

async function addFiles(
  { places }: FeatureDeps,
  files: WorkspaceFiles,
  uris: readonly vscode.Uri[],
): Promise<void> {
  const { attachUris } = await loadPart(() => import("./files/droppedUris.ts"));
  const attachments = await attachUris(
    uris.map((uri) => uri.toString()),
    files,
  );
  if (attachments.length > 0) {
    await addAttachments(places.active(), attachments);
    await places.focus();
  }
}

function urisOf(one: unknown, all: unknown): readonly vscode.Uri[] {
  const given = (Array.isArray(all) ? all : [one]).filter((uri) => uri instanceof vscode.Uri);
  const active = vscode.window.activeTextEditor?.document.uri;
  return given.length === 0 && active ? [active] : given;
}

function previewDocuments(context: vscode.ExtensionContext): () => Promise<PreviewDocuments> {
  return builtOnce(async () => {
    const { PreviewDocuments } = await import("./prompt/requestPreview.ts");
    const documents = new PreviewDocuments();
    context.subscriptions.push(documents);
    return documents;
  });
}

function previewer(
  { connection, models, chatTools, protection }: ContextFeatureDeps,
  counter: ContextCounter,
  openDocuments: () => Promise<PreviewDocuments>,
): (conversation: OpenConversation, text: string) => Promise<boolean> {
  return async (conversation, text) => {
    const documents = await openDocuments();
    const { showPreview } = await loadPart(() => import("./prompt/sendPreview.ts"));
    await connection.start();
    const { client, state } = connection;
    const id = conversation.draft.model ?? models.selected;
    const listed = modelFor(conversation, models);
    const model = listed ?? { id: id ?? "", name: id ?? "", capabilities: {} };
    const conversationId = conversation.session.id;
    return await showPreview(conversation, text, {
      documents,
      encode: client && id !== undefined ? (request) => client.encode(request) : undefined,
      baseUrl: state.state === "ready" ? state.baseUrl : "",
      model,
      tools: chatTools.offeredTo(model.id),
      protect: async (request) =>
        (await protection.protection.apply(request, { conversationId })).request,
      rate: counter.facts(conversation, listed).rate,
    });
  };
}
