import { expect, test } from "vitest";

import { ConversationDraft } from "../../../src/chat/conversationDraft.ts";
import { emptyDraft } from "../../../src/chat/conversationStore.ts";
import { FakeClock } from "../../support/fakeClock.ts";
import { MemoryStore } from "../../support/memoryStore.ts";

function draftOf(store: MemoryStore): ConversationDraft {
  return new ConversationDraft("c1", emptyDraft, {
    store,
    clock: new FakeClock(),
    onStorageFailure: (error) => {
      throw error;
    },
  });
}

test("text that arrives after its message was sent does not come back", () => {
  const draft = draftOf(new MemoryStore());
  draft.clear(3);
  draft.setText("Sent", 3);
  expect(draft.text).toBe("");
  draft.setText("Next", 4);
  expect(draft.text).toBe("Next");
});

test("what was sent is known to be sent after a restart", async () => {
  const store = new MemoryStore();
  const draft = draftOf(store);
  draft.setText("Words", 1);
  draft.clear(2);
  await draft.flush();
  expect((await store.load("c1")).draft).toEqual({ text: "", version: 2, attachments: [] });
});
