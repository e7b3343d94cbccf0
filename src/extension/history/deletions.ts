import type { Conversations } from "../../chat/conversations.ts";
import { StorageError } from "../../chat/conversationStore.ts";
import type { Clock } from "../../shared/base/clock.ts";
import type { Disposable } from "../../shared/base/lifecycle.ts";

/** Slightly longer than the page offers to undo. */
const undoMs = 15_000;

export interface DeletionsDeps {
  readonly conversations: Conversations;
  readonly clock: Clock;
  readonly onFailure: (error: unknown) => void;
}

/** Deletes in two steps: reversible for a while, then for good. */
export class Deletions implements Disposable {
  readonly #deps: DeletionsDeps;
  readonly #timers = new Map<string, () => void>();

  constructor(deps: DeletionsDeps) {
    this.#deps = deps;
  }

  async delete(id: string): Promise<void> {
    const { conversations } = this.#deps;
    if (!conversations.library) {
      throw new StorageError("Conversations cannot be deleted here");
    }
    await conversations.remove(id);
    this.#purgeLater(id);
  }

  keep(id: string): void {
    if (this.#timers.has(id)) {
      this.#purgeLater(id);
      const { conversations, onFailure } = this.#deps;
      void conversations.library?.keepRemoved(id).catch(onFailure);
    }
  }

  async undo(id: string): Promise<boolean> {
    this.#cancel(id);
    return (await this.#deps.conversations.library?.restore(id)) ?? false;
  }

  dispose(): void {
    for (const cancel of this.#timers.values()) {
      cancel();
    }
    this.#timers.clear();
  }

  #purgeLater(id: string): void {
    this.#timers.get(id)?.();
    this.#timers.set(
      id,
      this.#deps.clock.startTimer(() => this.#purge(id), undoMs),
    );
  }

  #purge(id: string): void {
    this.#cancel(id);
    const { conversations, onFailure } = this.#deps;
    void conversations.library?.purge(id).catch(onFailure);
  }

  #cancel(id: string): void {
    this.#timers.get(id)?.();
    this.#timers.delete(id);
  }
}
