import type { Conversations, OpenConversation } from "../../chat/conversations.ts";
import type { StoredEnd } from "../../chat/conversationStore.ts";
import { Emitter } from "../../shared/emitter.ts";
import type { Disposable } from "../../shared/lifecycle.ts";

/** Where a view remembers which conversation it shows. */
export interface ViewMemory {
  get(): string | undefined;
  set(conversationId: string): void;
}

/** What is shown of a long conversation at first. */
export interface ConversationEnd extends StoredEnd {
  readonly id: string;
}

interface Opening {
  readonly id: string;
  readonly opened: ReturnType<Conversations["open"]>;
}

/**
 * One place that shows a conversation: the side bar or an editor tab. It exists without a page, so that
 * things can be added to it before it is opened and while it is hidden.
 */
export class ChatView implements Disposable {
  readonly #conversations: Conversations;
  readonly #memory: ViewMemory;
  readonly #didSwitch = new Emitter<undefined>();
  readonly #watching: Disposable;
  #current: Opening | undefined;
  /** How many requests for another conversation are under way. */
  #switches = 0;
  /** Conversations whose drafts a page of this place may still have to hand in. */
  readonly #shown = new Set<string>();
  /** Counts what was asked to be shown: of several that are opening, the last one is meant. */
  #asked = 0;

  /** Another conversation is shown. */
  readonly onDidSwitch = this.#didSwitch.event;

  constructor(conversations: Conversations, memory: ViewMemory) {
    this.#conversations = conversations;
    this.#memory = memory;
    this.#watching = conversations.onDidRemove((id) => {
      this.#shown.delete(id);
      if (this.#memory.get() === id && this.#current) {
        void this.show(conversations.newId());
      }
    });
  }

  /** The conversation that is shown; opened when first asked for. */
  async conversation(): Promise<OpenConversation> {
    const { conversation } = await this.#opening().opened;
    return conversation;
  }

  /** Its last messages, if it is long and the rest is still being read. */
  async end(): Promise<ConversationEnd | undefined> {
    const { id } = this.#opening();
    const end = await this.#conversations.end(id);
    return end && { id, ...end };
  }

  /**
   * Shows another conversation, a long one as soon as its end is read; rejects and stays where it is if that
   * one cannot be read. Asked for another one meanwhile, it resolves and shows only that.
   */
  async show(id: string): Promise<void> {
    await this.#switch(() => this.#show(id));
  }

  /** Starts a new conversation, unless the present one is still empty. */
  async newChat(): Promise<void> {
    await this.#switch(async () => {
      const { session } = await this.conversation();
      if (session.conversation.messages.length > 0) {
        await this.#show(this.#conversations.newId());
      }
    });
  }

  /**
   * Runs `use` with the conversation that a page means, and keeps it open until then: an answer to a message that
   * left in time is given even if another conversation is shown meanwhile. Undefined, without running it, if
   * another one is shown or was asked for.
   */
  async use<T>(
    id: string,
    use: (conversation: OpenConversation) => T | Promise<T>,
  ): Promise<T | undefined> {
    if (this.#switches > 0) {
      return undefined;
    }
    const { session } = await this.conversation();
    return session.id === id ? await this.#conversations.use(id, use) : undefined;
  }

  /** The draft of a conversation that was shown here, also after another one took its place; not of a deleted one. */
  async useDraft<T>(
    id: string,
    use: (draft: OpenConversation["draft"]) => Promise<T>,
  ): Promise<T | undefined> {
    const { session, draft } = await this.conversation();
    if (session.id === id) {
      return await use(draft);
    }
    return this.#shown.has(id)
      ? await this.#conversations.use(id, (conversation) => use(conversation.draft))
      : undefined;
  }

  dispose(): void {
    this.#asked += 1;
    this.#watching.dispose();
    letGo(this.#current);
    this.#didSwitch.dispose();
  }

  /** From its first moment on a message for the present conversation is one for a place that was left. */
  async #switch(work: () => Promise<void>): Promise<void> {
    this.#switches += 1;
    try {
      await work();
    } finally {
      this.#switches -= 1;
    }
  }

  async #show(id: string): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    const next = this.#open(id);
    if (!(await this.#conversations.end(id))) {
      await next.opened;
    }
    if (asked !== this.#asked) {
      letGo(next);
      return;
    }
    const previous = this.#current;
    this.#current = next;
    letGo(previous);
    this.#memory.set(id);
    this.#didSwitch.fire(undefined);
  }

  #opening(): Opening {
    this.#current ??= this.#open(this.#memory.get() ?? this.#conversations.newId());
    return this.#current;
  }

  #open(id: string): Opening {
    const opening = { id, opened: this.#conversations.open(id) };
    this.#shown.add(id);
    opening.opened.then(
      () => this.#remember(opening),
      () => {
        if (this.#current === opening) {
          this.#current = undefined;
        }
      },
    );
    return opening;
  }

  #remember(opening: Opening): void {
    if (this.#current === opening) {
      this.#memory.set(opening.id);
    }
  }
}

/** Who opened it was told if it could not be read. */
function letGo(opening: Opening | undefined): void {
  opening?.opened.then(
    ({ hold }) => hold.dispose(),
    () => undefined,
  );
}
