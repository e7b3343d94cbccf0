import * as vscode from "vscode";

import type { OpenConversation } from "../../chat/conversations.ts";
import { StorageError } from "../../chat/conversationStore.ts";
import type { Attachment } from "../../context/attachment.ts";
import { fromBase64 } from "../../shared/base/base64.ts";
import { DisposableStore } from "../../shared/base/lifecycle.ts";
import type { Handlers } from "../../shared/base/rpc.ts";
import type { Outcome } from "../../shared/calls/protocol.ts";
import type { Queue, turnsCalls } from "../../shared/calls/turnsCalls.ts";
import { imageTypes } from "../../shared/conversation/image.ts";
import { reportStorageFailure } from "../storage/storageFailure.ts";
import type { ChatView } from "../view/chatView.ts";
import type { FeatureDeps } from "../view/featureDeps.ts";
import type { PageFeature } from "../view/pageFeature.ts";
import { asker } from "../view/pageHandlers.ts";
import { rememberPage, tryAddImage } from "./addImage.ts";
import { imageModels } from "./imageModels.ts";

export interface TurnsFeature {
  readonly page: PageFeature<typeof turnsCalls>;
}

const notFound: Outcome = { ok: false, reason: "notFound" };

export function createTurnsFeature(deps: FeatureDeps): TurnsFeature {
  const page: PageFeature<typeof turnsCalls> = {
    handlers: (view) => ({
      ...queueHandlers(view, deps),
      ...answerHandlers(view, deps),
      ...imageHandlers(view),
    }),
    watch: (conversation, client) => {
      const watched = new DisposableStore();
      watched.add(rememberPage(client));
      const showQueue = (): void => client.showQueue(queueOf(conversation, deps.models));
      const showModels = async (): Promise<void> => {
        if (conversation.draft.attachments.some(isImage)) {
          const model = conversation.draft.model ?? deps.models.selected;
          client.showImageModels(await imageModels(deps.models, model));
        }
      };
      watched.add(conversation.queue.onDidChange(showQueue));
      watched.add(conversation.draft.onDidChangeAttachments(() => void showModels()));
      watched.add(conversation.draft.onDidChangeModel(() => void showModels()));
      watched.add(deps.models.onDidChangeSelection(() => void showModels()));
      showQueue();
      void showModels();
      return watched;
    },
  };
  return { page };
}

type QueueCall =
  | "queueMessage"
  | "editQueued"
  | "moveQueued"
  | "removeQueued"
  | "sendQueued"
  | "resumeQueue";

function queueHandlers(
  view: ChatView,
  deps: FeatureDeps,
): Pick<Handlers<typeof turnsCalls>, QueueCall> {
  const ask = asker(view, deps);
  const change = changer(view);
  return {
    queueMessage: ({ conversationId, text, draftVersion }) =>
      ask(conversationId, ({ queue, draft }, model) => {
        const outcome = queue.add(text, draft.attachments, draft.model ?? model);
        if (outcome.ok) {
          draft.clear(draftVersion);
        }
        return outcome;
      }),
    editQueued: ({ conversationId, id, text }) =>
      change(conversationId, ({ queue }) => queue.edit(id, text)),
    moveQueued: ({ conversationId, id, index }) =>
      change(conversationId, ({ queue }) => queue.move(id, index)),
    removeQueued: ({ conversationId, id }) =>
      change(conversationId, ({ queue }) => queue.remove(id)),
    sendQueued: ({ conversationId, id }) => ask(conversationId, ({ queue }) => queue.sendNow(id)),
    resumeQueue: ({ conversationId }) => ask(conversationId, ({ queue }) => queue.resume()),
  };
}

type AnswerCall =
  | "regenerateWith"
  | "compareAnswers"
  | "sendToCompare"
  | "keepAnswer"
  | "forkConversation";

function answerHandlers(
  view: ChatView,
  deps: FeatureDeps,
): Pick<Handlers<typeof turnsCalls>, AnswerCall> {
  const ask = asker(view, deps);
  return {
    regenerateWith: ({ conversationId, messageId, model }) =>
      ask(conversationId, ({ session }) => session.regenerate(messageId, model)),
    compareAnswers: ({ conversationId, messageId, models }) =>
      ask(conversationId, ({ session }) => session.regenerate(messageId, ...new Set(models))),
    sendToCompare: ({ conversationId, text, draftVersion, models }) =>
      ask(conversationId, ({ session, draft }) => {
        const outcome = session.send(text, draft.attachments, ...new Set(models));
        if (outcome.ok) {
          draft.clear(draftVersion);
        }
        return outcome;
      }),
    keepAnswer: async ({ conversationId, messageId }) => {
      const { session } = await view.conversation();
      return session.id === conversationId ? session.keepAnswer(messageId) : notFound;
    },
    forkConversation: async ({ conversationId, messageId }) => {
      const { session } = await view.conversation();
      return session.id === conversationId ? await fork(view, deps, messageId) : notFound;
    },
  };
}

async function fork(
  view: ChatView,
  { conversations }: FeatureDeps,
  messageId: string,
): Promise<Outcome> {
  const { session } = await view.conversation();
  const title = vscode.l10n.t("{0} (fork)", session.conversation.title ?? "AI Hub");
  try {
    const id = await conversations.fork(session, messageId, title.slice(0, 300));
    if (id === undefined) {
      return notFound;
    }
    await view.show(id);
    return { ok: true };
  } catch (error) {
    if (error instanceof StorageError) {
      reportStorageFailure();
      return { ok: false, reason: "storage" };
    }
    throw error;
  }
}

function imageHandlers(
  view: ChatView,
): Pick<Handlers<typeof turnsCalls>, "addImage" | "readImage"> {
  return {
    addImage: async ({ conversationId, name, base64 }) => {
      const bytes = fromBase64(base64);
      const problem = bytes ? await tryAddImage(view, conversationId, { name, bytes }) : "noImage";
      return problem ? { problem } : {};
    },
    readImage: async ({ id }) => {
      const attachment = findAttachment(await view.conversation(), id);
      const mimeType = imageTypes.find((type) => type === attachment?.info.mimeType);
      return attachment?.info.kind === "image" && mimeType
        ? { image: { mimeType, base64: attachment.content } }
        : {};
    },
  };
}

function findAttachment(
  { session, draft, queue }: OpenConversation,
  id: string,
): Attachment | undefined {
  const unsent = [...draft.attachments, ...queue.messages.flatMap((item) => item.attachments)];
  return unsent.find(({ info }) => info.id === id) ?? session.attachment(id);
}

function changer(
  view: ChatView,
): (
  conversationId: string,
  use: (conversation: OpenConversation) => void,
) => Promise<Record<string, never>> {
  return async (conversationId, use) => {
    const conversation = await view.conversation();
    if (conversation.session.id === conversationId) {
      use(conversation);
    }
    return {};
  };
}

function queueOf(
  { session, queue }: OpenConversation,
  models: Pick<FeatureDeps["models"], "listed">,
): Queue {
  const { pause } = queue;
  return {
    conversationId: session.id,
    messages: queue.messages.map(({ id, text, model, attachments }) => {
      const modelName = models.listed(model)?.name;
      return {
        id,
        text,
        model,
        attachments: attachments.map(({ info }) => info),
        ...(modelName !== undefined && { modelName }),
      };
    }),
    ...(pause && { pause }),
  };
}

function isImage({ info }: Attachment): boolean {
  return info.kind === "image";
}
