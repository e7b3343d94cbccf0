import type { Conversations, OpenConversation } from "../../chat/conversations.ts";
import { Emitter } from "../../shared/emitter.ts";
import type { Disposable } from "../../shared/lifecycle.ts";

/** Where a view remembers which conversation it shows. */
export interface ViewMemory {
  get(): string | undefined;
  set(conversationId: string): void;
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
  #current: ReturnType<Conversations["open"]> | undefined;
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
    this.#current ??= this.#open(this.#memory.get() ?? this.#conversations.newId());
    const { conversation } = await this.#current;
    return conversation;
  }

  /**
   * Shows another conversation; rejects and stays where it is if that one cannot be read. Asked for another
   * one meanwhile, it resolves and shows only that.
   */
  async show(id: string): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    const next = this.#conversations.open(id);
    const { hold } = await next;
    if (asked !== this.#asked) {
      hold.dispose();
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

  #open(id: string): ReturnType<Conversations["open"]> {
    const opening = this.#conversations.open(id);
    opening.then(
      () => this.#memory.set(id),
      () => {
        if (this.#current === opening) {
          this.#current = undefined;
        }
      },
    );
    return opening;
  }
}

/** Who opened it was told if it could not be read. */
function letGo(opened: ReturnType<Conversations["open"]> | undefined): void {
  opened?.then(
    ({ hold }) => hold.dispose(),
    () => undefined,
  );
}
