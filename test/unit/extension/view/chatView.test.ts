import { beforeEach, expect, test } from "vitest";

import { Conversations } from "../../../../src/chat/conversations.ts";
import {
  type Draft,
  StorageError,
  type StoredConversation,
} from "../../../../src/chat/conversationStore.ts";
import { ChatView } from "../../../../src/extension/view/chatView.ts";
import { FakeClock } from "../../../support/fakeClock.ts";
import { MemoryStore } from "../../../support/memoryStore.ts";
import { settle } from "../../../support/sessionLab.ts";

/** A disk that reads and writes only when it is let. */
class SlowStore extends MemoryStore {
  readonly #reads = new Map<string, () => void>();
  readonly #writes: (() => void)[] = [];
  isSlow = false;
  readonly broken = new Set<string>();

  override async load(id: string): Promise<StoredConversation> {
    await this.#wait((go) => this.#reads.set(id, go));
    if (this.broken.has(id)) {
      throw new StorageError("Damaged");
    }
    return await super.load(id);
  }

  override async saveDraft(id: string, draft: Draft): Promise<void> {
    await this.#wait((go) => this.#writes.push(go));
    await super.saveDraft(id, draft);
  }

  async finishReading(id: string): Promise<void> {
    await settle();
    this.#reads.get(id)?.();
    await settle();
  }

  async finishWriting(): Promise<void> {
    for (const go of this.#writes.splice(0)) {
      go();
    }
    await settle();
  }

  async #wait(keep: (go: () => void) => void): Promise<void> {
    if (this.isSlow) {
      await new Promise<void>((resolve) => {
        keep(resolve);
      });
    }
  }
}

let store: SlowStore;
let conversations: Conversations;
let view: ChatView;

beforeEach(async () => {
  store = new SlowStore();
  conversations = new Conversations({
    store,
    clock: new FakeClock(),
    newId: () => "new",
    onStorageFailure: () => undefined,
    streamChat: () => {
      throw new Error("Nothing is asked here");
    },
  });
  let remembered: string | undefined = "first";
  view = new ChatView(conversations, {
    get: () => remembered,
    set: (id) => {
      remembered = id;
    },
  });
  await view.conversation();
  store.isSlow = true;
});

const openOnes = (): string[] =>
  ["first", "large", "small"].filter((id) => conversations.isOpen(id));

test("of two conversations that are opening the one that was asked for last is shown, whichever is read first", async () => {
  const shown = [view.show("large"), view.show("small")];
  await store.finishReading("small");
  await store.finishReading("large");
  await Promise.all(shown);
  await settle();
  expect((await view.conversation()).session.id).toBe("small");
  expect(openOnes()).toEqual(["small"]);
});

test.each(["before", "after"])(
  "if the one that was asked for last cannot be read, the one before it is shown: it was read %s",
  async (order) => {
    const shown = Promise.allSettled([view.show("large"), view.show("small")]);
    store.broken.add("small");
    for (const id of order === "before" ? ["large", "small"] : ["small", "large"]) {
      await store.finishReading(id);
    }
    expect((await shown).map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    await settle();
    expect((await view.conversation()).session.id).toBe("large");
    expect(openOnes()).toEqual(["large"]);
  },
);

test("a conversation that another view shows as well stays open when this one goes on twice at once", async () => {
  const other = await conversations.open("first");
  const shown = [view.show("large"), view.show("small")];
  await store.finishReading("large");
  await store.finishReading("small");
  await Promise.all(shown);
  await settle();
  expect(openOnes()).toEqual(["first", "small"]);
  other.hold.dispose();
  await settle();
  expect(openOnes()).toEqual(["small"]);
});

test("a conversation that is opened again while its draft is being written comes back with that draft", async () => {
  const { draft } = await view.conversation();
  draft.setText("Precious words", 1);
  const away = view.show("small");
  await store.finishReading("small");
  await away;
  await settle();
  const back = view.show("first");
  await store.finishReading("first");
  await store.finishWriting();
  await store.finishReading("first");
  await back;
  expect((await view.conversation()).draft.text).toBe("Precious words");
});
