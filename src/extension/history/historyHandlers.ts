import type { Conversations } from "../../chat/conversations.ts";
import type { ConversationLibrary } from "../../chat/search/conversationLibrary.ts";
import { findInConversation } from "../../chat/search/findInConversation.ts";
import { type FindPattern, rangesOf, type Ranges } from "../../chat/search/findPattern.ts";
import { searchTerms } from "../../chat/search/searchTerms.ts";
import type { Clock } from "../../shared/base/clock.ts";
import type { Handlers } from "../../shared/base/rpc.ts";
import type { historyCalls, HistoryOutcome } from "../../shared/calls/historyCalls.ts";
import { foldText } from "../../shared/text/foldText.ts";
import type { ChatView } from "../view/chatView.ts";
import type { Deletions } from "./deletions.ts";
import { HistoryLists } from "./historyLists.ts";

export interface HistoryDeps {
  readonly conversations: Conversations;
  readonly deletions: Deletions;
  readonly clock: Clock;
  readonly boundedMatch:
    | ((pattern: FindPattern, text: string, limit: number) => Promise<Ranges | undefined>)
    | undefined;
  readonly exportChat: (id: string) => Promise<void>;
  readonly importChat: () => Promise<string | undefined>;
  readonly onDidChange: () => void;
}

const done: HistoryOutcome = { ok: true };
const notFound: HistoryOutcome = { ok: false, reason: "notFound" };

export function historyHandlers(view: ChatView, deps: HistoryDeps): Handlers<typeof historyCalls> {
  const { conversations, deletions, onDidChange } = deps;
  const { library } = conversations;
  const change = (work: () => Promise<HistoryOutcome>): Promise<HistoryOutcome> =>
    changed(work, onDidChange);
  return {
    ...listHandlers(deps),
    openConversation: async ({ id }) => {
      await view.show(id);
      return done;
    },
    renameConversation: ({ id, title }) =>
      change(async () => {
        if (await isReadOnly(library, id)) {
          return { ok: false, reason: "readOnly" };
        }
        await conversations.rename(id, title);
        return done;
      }),
    setFavourite: ({ id, isFavourite }) =>
      change(async () => {
        if (await isReadOnly(library, id)) {
          return { ok: false, reason: "readOnly" };
        }
        await library?.setFavourite(id, isFavourite);
        return done;
      }),
    deleteConversation: ({ id }) =>
      change(async () => {
        await deletions.delete(id);
        return done;
      }),
    keepDeleted: ({ id }) => {
      deletions.keep(id);
      return {};
    },
    undoDelete: ({ id }) => change(async () => ((await deletions.undo(id)) ? done : notFound)),
    exportConversation: async ({ id }) => {
      await deps.exportChat(id);
      return {};
    },
    importConversation: async () => {
      const id = await deps.importChat();
      if (id !== undefined) {
        await view.show(id);
        onDidChange();
      }
      return { isImported: id !== undefined };
    },
    findInChat: async ({ conversationId, query, drawn }) => {
      const { session } = await view.conversation();
      const texts = new Map(drawn.map(({ messageId, text }) => [messageId, text]));
      return session.id === conversationId
        ? await findInConversation(session.conversation, query, texts, matcher(deps))
        : { ok: true, messages: [], isLimited: false };
    },
  };
}

function listHandlers({
  conversations,
  clock,
}: HistoryDeps): Pick<Handlers<typeof historyCalls>, "listHistory" | "moreHistory"> {
  const lists = new HistoryLists(conversations.library ?? titlesOf(conversations), clock);
  return {
    listHistory: (filter) => lists.begin(filter),
    moreHistory: ({ ticket }) => lists.more(ticket),
  };
}

function titlesOf(conversations: Conversations): Pick<ConversationLibrary, "entries" | "search"> {
  return {
    entries: async () => {
      const summaries = await conversations.list();
      return summaries.map((summary) => ({
        ...summary,
        createdAt: summary.updatedAt,
        messageCount: 0,
        models: [],
        isFavourite: false,
        isReadOnly: false,
      }));
    },
    async *search(text, entries) {
      const terms = searchTerms(text);
      for (const entry of entries) {
        const title = foldText(entry.title);
        yield await Promise.resolve(
          terms.every((term) => title.includes(term)) ? { entry } : undefined,
        );
      }
    },
  };
}

async function changed(
  work: () => Promise<HistoryOutcome>,
  onDidChange: () => void,
): Promise<HistoryOutcome> {
  try {
    const outcome = await work();
    onDidChange();
    return outcome;
  } catch {
    return { ok: false, reason: "storage" };
  }
}

async function isReadOnly(library: ConversationLibrary | undefined, id: string): Promise<boolean> {
  const entries = (await library?.entries()) ?? [];
  return entries.find((entry) => entry.id === id)?.isReadOnly === true;
}

/** Matches regular expressions and interrupts slow ones. If the platform cannot interrupt, no expression runs. */
function matcher({ boundedMatch }: HistoryDeps) {
  return async (pattern: FindPattern, text: string, limit: number): Promise<Ranges | undefined> => {
    // Lets other work run between messages of a long conversation.
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
    return pattern.isTrusted
      ? rangesOf(pattern, text, limit)
      : await boundedMatch?.(pattern, text, limit);
  };
}
