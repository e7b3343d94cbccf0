import type { Clock } from "../shared/clock.ts";
import { toDisposable, type Disposable } from "../shared/lifecycle.ts";
import { ChatSession } from "./chatSession.ts";
import { ConversationDraft } from "./conversationDraft.ts";
import type { ConversationStore, ConversationSummary } from "./conversationStore.ts";
import type { StreamAnswer } from "./tools/toolEvents.ts";
import type { StreamChat } from "./turn.ts";

export interface ConversationsDeps {
  readonly store: ConversationStore;
  readonly streamChat: StreamChat;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly onStorageFailure: (error: unknown) => void;
  readonly answering?: (conversationId: string) => StreamAnswer;
}

export interface OpenConversation {
  readonly session: ChatSession;
  readonly draft: ConversationDraft;
}

interface Entry {
  readonly opened: Promise<OpenConversation>;
  holders: number;
}

/**
 * The conversations in memory. Views that show the same one share it; it is closed when the last view
 * has let go of it and no answer is running.
 */
export class Conversations {
  readonly #deps: ConversationsDeps;
  readonly #entries = new Map<string, Entry>();

  constructor(deps: ConversationsDeps) {
    this.#deps = deps;
  }

  newId(): string {
    return this.#deps.newId();
  }

  /** All kept conversations, the newest first. */
  list(): Promise<readonly ConversationSummary[]> {
    return this.#deps.store.list();
  }

  /** Opens or shares a conversation; dispose the hold to let go of it. */
  async open(
    id: string,
  ): Promise<{ readonly conversation: OpenConversation; readonly hold: Disposable }> {
    const entry = this.#entries.get(id) ?? { opened: this.#load(id), holders: 0 };
    this.#entries.set(id, entry);
    entry.holders += 1;
    const hold = toDisposable(() => this.#release(id, entry));
    try {
      return { conversation: await entry.opened, hold };
    } catch (error) {
      this.#entries.delete(id);
      throw error;
    }
  }

  /** Interrupts every turn and resolves when all is written. */
  async close(): Promise<void> {
    const entries = [...this.#entries.values()];
    this.#entries.clear();
    await Promise.all(entries.map(({ opened }) => opened.then(closeConversation)));
  }

  async #load(id: string): Promise<OpenConversation> {
    const stored = await this.#deps.store.load(id);
    return {
      session: new ChatSession(id, stored, this.#deps),
      draft: new ConversationDraft(id, stored.draft, this.#deps),
    };
  }

  #release(id: string, entry: Entry): void {
    entry.holders -= 1;
    void entry.opened.then(
      (conversation) => this.#closeIfUnused(id, entry, conversation),
      // The one who opened it was told.
      () => undefined,
    );
  }

  #closeIfUnused(id: string, entry: Entry, conversation: OpenConversation): void {
    if (entry.holders > 0 || this.#entries.get(id) !== entry) {
      return;
    }
    if (conversation.session.turn.state === "running") {
      const waiting = conversation.session.onDidChangeTurn(() => {
        waiting.dispose();
        this.#closeIfUnused(id, entry, conversation);
      });
      return;
    }
    this.#entries.delete(id);
    void closeConversation(conversation);
  }
}

async function closeConversation({ session, draft }: OpenConversation): Promise<void> {
  const saved = draft.flush();
  draft.dispose();
  await Promise.all([session.close(), saved]);
}
