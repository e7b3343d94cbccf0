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
  /** Counts what was asked to be shown: of several that are opening, the last one is meant. */
  #asked = 0;

  /** Another conversation is shown. */
  readonly onDidSwitch = this.#didSwitch.event;

  constructor(conversations: Conversations, memory: ViewMemory) {
    this.#conversations = conversations;
    this.#memory = memory;
    this.#watching = conversations.onDidRemove((id) => {
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

  /** Starts a new conversation, unless the present one is still empty. */
  async newChat(): Promise<void> {
    const { session } = await this.conversation();
    if (session.conversation.messages.length > 0) {
      await this.show(this.#conversations.newId());
    }
  }

  dispose(): void {
    this.#asked += 1;
    this.#watching.dispose();
    letGo(this.#current);
    this.#didSwitch.dispose();
  }

  #opening(): Opening {
    this.#current ??= this.#open(this.#memory.get() ?? this.#conversations.newId());
    return this.#current;
  }

  #open(id: string): Opening {
    const opening = { id, opened: this.#conversations.open(id) };
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
