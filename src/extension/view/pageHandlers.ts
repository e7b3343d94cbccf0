import type { OpenConversation } from "../../chat/conversations.ts";
import { StorageError } from "../../chat/conversationStore.ts";
import type { Attachment } from "../../context/attachment.ts";
import type { Disposable } from "../../shared/base/lifecycle.ts";
import type { Handlers } from "../../shared/base/rpc.ts";
import type {
  Connection,
  hostContract,
  ModelList,
  Outcome,
  Snapshot,
} from "../../shared/calls/protocol.ts";
import type { Failure } from "../../shared/failures/failure.ts";
import type { ChatView } from "./chatView.ts";
import { judgedSend, type UndecidedIn } from "./judgedSend.ts";
import { messagesPage } from "./messagePages.ts";
import { done } from "./pageCalls.ts";
import { featureHandlers, type PageFeatures } from "./pageFeatures.ts";

type Listen = (listener: () => void) => Disposable;

export interface PageServices {
  readonly connection: {
    readonly state: Connection;
    readonly canStartLocalHub: boolean;
    /** True if the organisation has set the address. */
    readonly isAddressLocked?: boolean;
    readonly onDidChange: Listen;
    start(): Promise<void>;
  };
  readonly reach: {
    readonly problem: Failure | undefined;
    readonly isChecking: boolean;
    readonly canSignIn: boolean;
    readonly onDidChange: Listen;
  };
  readonly models: {
    readonly selected: string | undefined;
    readonly selectedName: string | undefined;
    readonly isLocked: boolean;
    listed(id: string): { readonly name: string } | undefined;
    readonly onDidChangeSelection: Listen;
    list(options: { readonly refresh: boolean }): Promise<ModelList>;
    choices(options: { readonly refresh: boolean }): Promise<ModelList>;
    select(id: string): Promise<void>;
  };
  readonly actions: PageActions;
  readonly features: PageFeatures;
  readonly undecidedIn: UndecidedIn;
}

export interface PageActions {
  openAttachment(attachment: Attachment): Promise<Outcome>;
  openLink(href: string): Promise<Outcome>;
  copyText(text: string): Promise<void>;
  insertAtCursor(text: string): Promise<Outcome>;
  codeColors(theme: string): Promise<Record<string, string>>;
  setBaseUrl(value: string): Promise<{ readonly ok: boolean; readonly reason?: string }>;
  changeAddress(): Promise<void>;
  checkHub(): Promise<void>;
  signIn(): Promise<void>;
  setToken(): Promise<void>;
  startLocalHub(): Promise<Outcome>;
  diagnose(): Promise<void>;
}

const notFound: Outcome = { ok: false, reason: "notFound" };

export function pageHandlers(
  view: ChatView,
  services: PageServices,
  attach: () => Promise<Snapshot>,
): Handlers<typeof hostContract> {
  const { actions, models, undecidedIn } = services;
  const features = featureHandlers(services.features, view);
  return {
    ...features,
    queueMessage: judgedSend(view, undecidedIn, features.queueMessage),
    sendToCompare: judgedSend(view, undecidedIn, features.sendToCompare),
    attach,
    ...conversationHandlers(view, services),
    ...draftHandlers(view),
    listModels: (options) => models.choices(options),
    selectModel: async ({ id }) => {
      const { draft } = await view.conversation();
      draft.setModel(undefined);
      await models.select(id);
      return {};
    },
    openAttachment: async ({ id }) => {
      const { session, draft } = await view.conversation();
      const attachment =
        draft.attachments.find(({ info }) => info.id === id) ?? session.attachment(id);
      return attachment ? await actions.openAttachment(attachment) : notFound;
    },
    removeAttachment: async ({ id }) => {
      const { draft } = await view.conversation();
      draft.remove(id);
      return {};
    },
    openLink: ({ href }) => actions.openLink(href),
    copyText: ({ text }) => done(actions.copyText(text)),
    insertAtCursor: ({ text }) => actions.insertAtCursor(text),
    codeColors: async ({ theme }) => ({ colors: await actions.codeColors(theme) }),
    setBaseUrl: ({ value }) => actions.setBaseUrl(value),
    changeAddress: () => done(actions.changeAddress()),
    checkHub: () => done(actions.checkHub()),
    signIn: () => done(actions.signIn()),
    setToken: () => done(actions.setToken()),
    startLocalHub: () => actions.startLocalHub(),
    diagnose: () => done(actions.diagnose()),
  };
}

type ConversationHandler =
  | "loadEarlier"
  | "sendMessage"
  | "stop"
  | "newChat"
  | "regenerate"
  | "continueAnswer"
  | "editMessage"
  | "selectBranch";

function conversationHandlers(
  view: ChatView,
  services: PageServices,
): Pick<Handlers<typeof hostContract>, ConversationHandler> {
  const ask = asker(view, services);
  return {
    loadEarlier: async ({ conversationId, messageId }) => {
      const { session } = await view.conversation();
      return session.id === conversationId
        ? messagesPage(session.conversation, messageId)
        : { messages: [], branches: {}, hasEarlier: false };
    },
    sendMessage: judgedSend(view, services.undecidedIn, ({ conversationId, text, draftVersion }) =>
      ask(conversationId, ({ session, draft }, model) => {
        const outcome = session.send(text, draft.attachments, draft.model ?? model);
        if (outcome.ok) {
          draft.clear(draftVersion);
        }
        return outcome;
      }),
    ),
    stop: async () => {
      const { session } = await view.conversation();
      session.stop();
      return {};
    },
    newChat: () => done(view.newChat()),
    regenerate: ({ conversationId, messageId }) =>
      ask(conversationId, ({ session }, model) => session.regenerate(messageId, model)),
    continueAnswer: ({ conversationId, messageId }) =>
      ask(conversationId, ({ session }, model) => session.continueAnswer(messageId, model)),
    editMessage: ({ conversationId, messageId, text }) =>
      ask(conversationId, ({ session, draft }, model) => {
        const outcome = session.editMessage(messageId, text, model);
        if (outcome.ok) {
          draft.setEdit(messageId, undefined);
        }
        return outcome;
      }),
    selectBranch: async ({ conversationId, messageId, offset }) => {
      const { session } = await view.conversation();
      if (session.id === conversationId) {
        session.selectBranch(messageId, offset);
      }
      return {};
    },
  };
}

function draftHandlers(
  view: ChatView,
): Pick<Handlers<typeof hostContract>, "saveDraft" | "keepEdit"> {
  return {
    keepEdit: async ({ conversationId, messageId, text }) => {
      await view.useDraft(conversationId, (draft) => {
        draft.setEdit(messageId, text);
      });
      return {};
    },
    saveDraft: async ({ conversationId, text, draftVersion }) => {
      await view.useDraft(conversationId, async (draft) => {
        draft.setText(text, draftVersion);
        // The page keeps its copy until the draft is on the disk.
        if (!(await draft.flush())) {
          throw new StorageError("The draft could not be saved");
        }
      });
      return {};
    },
  };
}

type Ask = (
  conversationId: string,
  use: (conversation: OpenConversation, model: string) => Outcome,
) => Promise<Outcome>;

type AskServices = Pick<PageServices, "connection" | "models">;

export function asker(view: ChatView, services: AskServices): Ask {
  return async (conversationId, use) => {
    const outcome = await view.use(conversationId, async (conversation): Promise<Outcome> => {
      await services.connection.start();
      if (services.connection.state.state !== "ready") {
        return { ok: false, reason: "notConnected" };
      }
      const model = services.models.selected ?? (await firstModel(services));
      return model === undefined ? { ok: false, reason: "noModel" } : use(conversation, model);
    });
    return outcome ?? { ok: false, reason: "moved" };
  };
}

async function firstModel({ models }: AskServices): Promise<string | undefined> {
  await models.list({ refresh: false });
  return models.selected;
}
