import type { Conversations, OpenConversation } from "../../chat/conversations.ts";
import { Emitter } from "../../shared/base/emitter.ts";
import { DisposableStore, type Disposable } from "../../shared/base/lifecycle.ts";
import type { Client } from "../../shared/base/rpc.ts";
import { historyCalls } from "../../shared/calls/historyCalls.ts";
import type { viewContract } from "../../shared/calls/protocol.ts";
import { laterHandlers, loadPart } from "../editor/laterPart.ts";
import { settings } from "../editor/settings.ts";
import { reportStorageFailure } from "../storage/storageFailure.ts";
import type { ChatView } from "../view/chatView.ts";
import type { FeatureDeps } from "../view/featureDeps.ts";
import type { PageFeature } from "../view/pageFeature.ts";
import { Deletions } from "./deletions.ts";
import type { Exportable } from "./exportDialog.ts";
import type { HistoryDeps } from "./historyHandlers.ts";

/** Milliseconds until the cleanup, so that the chat is usable first. */
const sweepDelayMs = 20_000;

export interface HistoryFeature {
  readonly page: PageFeature<typeof historyCalls>;
  readonly commands: Readonly<
    Record<"history" | "exportChat" | "importChat", () => Promise<unknown>>
  >;
}

export function createHistoryFeature(deps: FeatureDeps): HistoryFeature {
  const { conversations, clock, places, context, platform } = deps;
  const deletions = new Deletions({ conversations, clock, onFailure: reportStorageFailure });
  const panels = new PanelRequests();
  const didChange = new Emitter<undefined>();
  const deleteOld = async (): Promise<void> => {
    const { deleteOlderThan, trustedTime } = await import("./oldConversations.ts");
    const time = { now: clock.now(), uptimeMs: platform.uptimeMs?.() ?? clock.now() };
    const now = await trustedTime(context.globalState, time);
    await deleteOlderThan(settings.historyKeepDays(), conversations, now);
  };
  const sweep = once(() =>
    clock.startTimer(() => void deleteOld().catch(reportStorageFailure), sweepDelayMs),
  );
  context.subscriptions.push(deletions, didChange);
  const { exportChat, importChat } = dialogsOf(conversations);
  const { boundedMatch } = platform;
  const onDidChange = (): void => didChange.fire(undefined);
  const handlerDeps = {
    conversations,
    deletions,
    clock,
    boundedMatch,
    exportChat,
    importChat,
    onDidChange,
  };
  return {
    page: {
      handlers: laterHandlers(historyCalls, async () => {
        const { historyHandlers } = await import("./historyHandlers.ts");
        return (view: ChatView) => historyHandlers(view, handlerDeps);
      }),
      watch: ({ session }, page, view) => {
        sweep();
        const watched = new DisposableStore();
        watched.add(panels.watch(view, page));
        watched.add(didChange.event(() => page.historyChanged({})));
        page.showReadOnly({ isReadOnly: session.isReadOnly });
        return watched;
      },
    },
    commands: historyCommands(places, panels, { exportChat, importChat, onDidChange }),
  };
}

function historyCommands(
  places: FeatureDeps["places"],
  panels: PanelRequests,
  {
    exportChat,
    importChat,
    onDidChange,
  }: Pick<HistoryDeps, "exportChat" | "importChat" | "onDidChange">,
): HistoryFeature["commands"] {
  return {
    history: async () => {
      const view = places.active();
      if (view === places.sidebar) {
        await places.focus();
      }
      panels.open(view);
    },
    exportChat: async () => {
      const { session } = await places.active().conversation();
      await exportChat(session.id);
    },
    importChat: async () => {
      const id = await importChat();
      if (id !== undefined) {
        await places.active().show(id);
        await places.focus();
        onDidChange();
      }
    },
  };
}

function dialogsOf(conversations: Conversations): Pick<HistoryDeps, "exportChat" | "importChat"> {
  return {
    exportChat: (id) =>
      conversations.use(id, async (conversation) => {
        const { exportConversation } = await loadPart(() => import("./exportDialog.ts"));
        await exportConversation(contentOf(conversation));
      }),
    importChat: async () => {
      const { importConversation } = await loadPart(() => import("./importDialog.ts"));
      return await importConversation(conversations);
    },
  };
}

class PanelRequests {
  readonly #waiting = new Set<ChatView>();
  readonly #didAsk = new Emitter<ChatView>();

  open(view: ChatView): void {
    this.#waiting.add(view);
    this.#didAsk.fire(view);
  }

  watch(view: ChatView, page: Client<typeof viewContract>): Disposable {
    const answer = (): void => {
      if (this.#waiting.delete(view)) {
        page.openHistory({});
      }
    };
    answer();
    return this.#didAsk.event(answer);
  }
}

function contentOf({ session }: OpenConversation): Exportable {
  const { conversation } = session;
  const attachments = conversation.messages.flatMap((message) =>
    message.role === "user"
      ? message.attachments.flatMap(({ id }) => session.attachment(id) ?? [])
      : [],
  );
  return { conversation, attachments };
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) {
      isDone = true;
      work();
    }
  };
}
