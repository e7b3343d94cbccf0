import type { Clock } from "../shared/base/clock.ts";
import { Emitter } from "../shared/base/emitter.ts";
import { toDisposable, type Disposable } from "../shared/base/lifecycle.ts";
import { ChatSession } from "./chatSession.ts";
import { ConversationDraft } from "./conversationDraft.ts";
import type { ConversationStore, StoredEnd } from "./conversationStore.ts";
import { forkAt } from "./fork.ts";
import { withoutInterrupted } from "./interruptedAnswers.ts";
import { MessageQueue } from "./messageQueue.ts";
import type { ConversationLibrary, ConversationSummary } from "./search/conversationLibrary.ts";
import type { StreamAnswer } from "./toolEvents.ts";
import type { StreamChat } from "./turn.ts";

export interface ConversationsDeps {
  readonly store: ConversationStore;
  readonly streamChat: StreamChat;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly onStorageFailure: (error: unknown) => void;
  readonly answering?: (conversationId: string) => StreamAnswer;
  readonly takesImages?: (model: string) => boolean;
  readonly steer?: (conversationId: string, text: string) => boolean;
  readonly naming?: (session: ChatSession) => Disposable;
}

export interface OpenConversation {
  readonly session: ChatSession;
  readonly draft: ConversationDraft;
  readonly queue: MessageQueue;
  readonly watching?: Disposable | undefined;
  readonly naming?: Disposable | undefined;
}

interface Entry {
  readonly end: Promise<StoredEnd | undefined>;
  readonly opened: Promise<OpenConversation>;
  isOpened: boolean;
  holders: number;
}

/** A conversation closes when no view holds it and no answer runs. */
export class Conversations {
  readonly #deps: ConversationsDeps;
  readonly #entries = new Map<string, Entry>();
  readonly #closing = new Map<string, Promise<void>>();
  readonly #didRemove = new Emitter<string>();

  /** After a deletion; views must show another conversation. */
  readonly onDidRemove = this.#didRemove.event;

  constructor(deps: ConversationsDeps) {
    this.#deps = deps;
  }

  newId(): string {
    return this.#deps.newId();
  }

  list(): Promise<readonly ConversationSummary[]> {
    return this.#deps.store.list();
  }

  get library(): ConversationLibrary | undefined {
    return this.#deps.store.library;
  }

  isOpen(id: string): boolean {
    return this.#entries.has(id);
  }

  async rename(id: string, title: string): Promise<void> {
    const entry = this.#entries.get(id);
    if (entry) {
      (await entry.opened).session.rename(title);
    } else {
      await this.#deps.store.append(id, [{ kind: "titled", title }]);
    }
  }

  /** Hides the conversation until the library restores or purges it. */
  async remove(id: string): Promise<void> {
    await this.#closeNow(id);
    await this.library?.remove(id);
    this.#didRemove.fire(id);
  }

  async open(
    id: string,
  ): Promise<{ readonly conversation: OpenConversation; readonly hold: Disposable }> {
    const entry = this.#entries.get(id) ?? this.#begin(id);
    this.#entries.set(id, entry);
    entry.holders += 1;
    const hold = toDisposable(() => this.#release(id, entry));
    try {
      return { conversation: await entry.opened, hold };
    } catch (error) {
      if (this.#entries.get(id) === entry) {
        this.#entries.delete(id);
      }
      throw error;
    }
  }

  async use<T>(id: string, use: (conversation: OpenConversation) => T | Promise<T>): Promise<T> {
    const { conversation, hold } = await this.open(id);
    try {
      return await use(conversation);
    } finally {
      hold.dispose();
    }
  }

  async end(id: string): Promise<StoredEnd | undefined> {
    const entry = this.#entries.get(id);
    const end = await entry?.end;
    return entry?.isOpened === false ? end : undefined;
  }

  /** Undefined if the message is missing or incomplete. Rejects with a `StorageError`. */
  async fork(session: ChatSession, messageId: string, title: string): Promise<string | undefined> {
    const fork = forkAt(session.conversation, messageId, {
      title,
      attachment: (id) => session.attachment(id),
    });
    if (!fork) {
      return undefined;
    }
    const id = this.newId();
    await this.#deps.store.keepAttachments(id, fork.attachments);
    await this.#deps.store.append(id, fork.events);
    return id;
  }

  async close(): Promise<void> {
    const entries = [...this.#entries];
    this.#entries.clear();
    // A conversation that could not be opened has nothing to write.
    await Promise.allSettled(
      entries.map(([id, { opened }]) =>
        opened.then((conversation) => this.#close(id, conversation)),
      ),
    );
    await Promise.all(this.#closing.values());
    await this.library?.purge();
  }

  #begin(id: string): Entry {
    const end = this.#loadEnd(id);
    const open = async (): Promise<OpenConversation> => {
      await end;
      const conversation = await this.#load(id);
      entry.isOpened = true;
      // The queue subscribed earlier: at an answer's end it has already sent its next message.
      conversation.session.onDidChangeTurn(() => this.#closeIfUnused(id, entry, conversation));
      return conversation;
    };
    const entry: Entry = { end, opened: open(), isOpened: false, holders: 0 };
    return entry;
  }

  async #loadEnd(id: string): Promise<StoredEnd | undefined> {
    await this.#closing.get(id);
    try {
      const end = await this.#deps.store.loadEnd?.(id);
      return end && { ...end, conversation: withoutInterrupted(end.conversation) };
    } catch {
      // `open` reports the error.
      return undefined;
    }
  }

  async #load(id: string): Promise<OpenConversation> {
    const { store } = this.#deps;
    await this.#closing.get(id);
    const stored = await store.load(id);
    const session = new ChatSession(id, stored, this.#deps);
    const draft = new ConversationDraft(id, stored.draft, this.#deps);
    return {
      session,
      draft,
      queue: new MessageQueue(
        session,
        draft,
        this.#deps.newId,
        (text) => this.#deps.steer?.(id, text) ?? false,
      ),
      naming: this.#deps.naming?.(session),
      watching: store.watch?.(
        id,
        (changes) => session.receive(changes),
        () => void this.#deletedElsewhere(id).catch(this.#deps.onStorageFailure),
      ),
    };
  }

  async #deletedElsewhere(id: string): Promise<void> {
    await this.#closeNow(id);
    this.#didRemove.fire(id);
  }

  async #closeNow(id: string): Promise<void> {
    const entry = this.#entries.get(id);
    if (entry) {
      this.#entries.delete(id);
      await entry.opened.then((conversation) => this.#close(id, conversation));
    }
  }

  #release(id: string, entry: Entry): void {
    entry.holders -= 1;
    void entry.opened.then(
      (conversation) => this.#closeIfUnused(id, entry, conversation),
      () => undefined,
    );
  }

  #closeIfUnused(id: string, entry: Entry, conversation: OpenConversation): void {
    const isUsed = entry.holders > 0 || conversation.session.turn.state === "running";
    if (!isUsed && this.#entries.get(id) === entry) {
      this.#entries.delete(id);
      void this.#close(id, conversation);
    }
  }

  /** The conversation is not opened again until this resolves. */
  async #close(id: string, conversation: OpenConversation): Promise<void> {
    const closing = closeConversation(conversation);
    this.#closing.set(id, closing);
    await closing;
    if (this.#closing.get(id) === closing) {
      this.#closing.delete(id);
    }
  }
}

async function closeConversation(conversation: OpenConversation): Promise<void> {
  const { session, draft, queue, watching, naming } = conversation;
  queue.dispose();
  naming?.dispose();
  watching?.dispose();
  const saved = draft.flush();
  draft.dispose();
  await Promise.all([session.close(), saved]);
}
