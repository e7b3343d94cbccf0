import type { Conversations, OpenConversation } from "../../chat/conversations.ts";
import type { StoredEnd } from "../../chat/conversationStore.ts";
import { Emitter } from "../../shared/base/emitter.ts";
import type { Disposable } from "../../shared/base/lifecycle.ts";

export interface ViewMemory {
  get(): string | undefined;
  set(conversationId: string): void;
}

export interface ConversationEnd extends StoredEnd {
  readonly id: string;
}

interface Opening {
  readonly id: string;
  readonly opened: ReturnType<Conversations["open"]>;
}

/**
 * Shows a conversation in the side bar or a tab. Exists without a page, so that attachments can be added while it is
 * hidden.
 */
export class ChatView implements Disposable {
  readonly #conversations: Conversations;
  readonly #memory: ViewMemory;
  readonly #didSwitch = new Emitter<undefined>();
  readonly #watching: Disposable;
  #current: Opening | undefined;
  #switches = 0;
  readonly #shown = new Set<string>();
  /**
   * Open requests, oldest first. The last readable one is shown and ends the others. Values resolve when their request
   * ends and never reject.
   */
  readonly #requests = new Map<Opening, Promise<unknown>>();

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

  async conversation(): Promise<OpenConversation> {
    const { conversation } = await this.#opening().opened;
    return conversation;
  }

  async end(): Promise<ConversationEnd | undefined> {
    const { id } = this.#opening();
    const end = await this.#conversations.end(id);
    return end && { id, ...end };
  }

  /**
   * Shows a long conversation as soon as its end is read. Rejects and keeps the present one if it is unreadable. A
   * later request replaces this one, unless that one is unreadable.
   */
  async show(id: string): Promise<void> {
    await this.#switch(() => this.#show(id));
  }

  async newChat(): Promise<void> {
    await this.#switch(async () => {
      const { session } = await this.conversation();
      if (session.conversation.messages.length > 0) {
        await this.#show(this.#conversations.newId());
      }
    });
  }

  /**
   * Keeps the page's conversation open until `use` ends, even if the view switches meanwhile. Undefined, without
   * calling `use`, if another conversation is shown or requested.
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

  async useDraft<T>(
    id: string,
    use: (draft: OpenConversation["draft"]) => T | Promise<T>,
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
    this.#requests.clear();
    this.#watching.dispose();
    letGo(this.#current);
    this.#didSwitch.dispose();
  }

  /** From the start of a switch, messages for the present conversation are out of date. */
  async #switch(work: () => Promise<void>): Promise<void> {
    this.#switches += 1;
    try {
      await work();
    } finally {
      this.#switches -= 1;
    }
  }

  async #show(id: string): Promise<void> {
    const next = this.#open(id);
    const showing = this.#showWhenRead(next);
    this.#requests.set(
      next,
      showing.catch(() => undefined),
    );
    await showing;
  }

  async #showWhenRead(next: Opening): Promise<void> {
    try {
      if (!(await this.#conversations.end(next.id))) {
        await next.opened;
      }
      if (await this.#isWanted(next)) {
        this.#requests.clear();
        this.#goTo(next);
      } else {
        letGo(next);
      }
    } finally {
      this.#requests.delete(next);
    }
  }

  /** Waits for later requests; false if one of them is shown or the view is disposed. */
  async #isWanted(next: Opening): Promise<boolean> {
    while (this.#requests.has(next)) {
      const [last, ended] = [...this.#requests].at(-1) ?? [];
      if (last === next) {
        return true;
      }
      await ended;
    }
    return false;
  }

  #goTo(next: Opening): void {
    const previous = this.#current;
    this.#current = next;
    letGo(previous);
    this.#memory.set(next.id);
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

/** Ends a request. Its opener already received a read error. */
function letGo(opening: Opening | undefined): void {
  opening?.opened.then(
    ({ hold }) => hold.dispose(),
    () => undefined,
  );
}
