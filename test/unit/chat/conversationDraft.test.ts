import { expect, test } from "vitest";

import { ConversationDraft } from "../../../src/chat/conversationDraft.ts";
import { emptyDraft } from "../../../src/chat/conversationStore.ts";
import { FakeClock } from "../../support/fakeClock.ts";
import { MemoryStore } from "../../support/memoryStore.ts";
import { pictureOf } from "../../support/sessionLab.ts";

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

test("a model for this message alone goes with it, or with the last of its text", async () => {
  const store = new MemoryStore();
  const draft = draftOf(store);
  let changes = 0;
  draft.onDidChangeModel(() => {
    changes += 1;
  });
  draft.setText("Words", 1);
  draft.setModel("large");
  await draft.flush();
  expect((await store.load("c1")).draft.model).toBe("large");
  draft.setText(" ", 2);
  expect(draft.model).toBeUndefined();
  draft.setText("Words", 3);
  draft.setModel("large");
  draft.clear(4);
  expect({ model: draft.model, changes }).toEqual({ model: undefined, changes: 4 });
});

test("attachments change by a message that was sent only if it had some", () => {
  const draft = draftOf(new MemoryStore());
  let changes = 0;
  draft.onDidChangeAttachments(() => {
    changes += 1;
  });
  draft.setText("Words", 1);
  draft.clear(1);
  expect(changes).toBe(0);
  draft.add(pictureOf("p1"));
  draft.clear(2);
  expect({ changes, left: draft.attachments }).toEqual({ changes: 2, left: [] });
});

test("what was sent is known to be sent after a restart", async () => {
  const store = new MemoryStore();
  const draft = draftOf(store);
  draft.setText("Words", 1);
  draft.clear(2);
  await draft.flush();
  expect((await store.load("c1")).draft).toEqual({ text: "", version: 2, attachments: [] });
});

test("a draft that could not be saved is saved as soon as that works again", async () => {
  const store = new MemoryStore();
  const clock = new FakeClock();
  const failures: unknown[] = [];
  const draft = new ConversationDraft("c1", emptyDraft, {
    store,
    clock,
    onStorageFailure: (error) => failures.push(error),
  });
  store.isFull = true;
  draft.setText("Words", 1);
  expect(await draft.flush()).toBe(false);
  expect(failures).toHaveLength(1);
  expect(draft.text).toBe("Words");
  store.isFull = false;
  clock.advance(5_000);
  expect(await draft.flush()).toBe(true);
  expect(store.drafts.get("c1")).toMatchObject({ text: "Words" });
});

test("a draft is saved although the report of an earlier failure failed too", async () => {
  const store = new MemoryStore();
  const draft = draftOf(store);
  store.isFull = true;
  draft.setText("Words", 1);
  await expect(draft.flush()).rejects.toThrow();
  store.isFull = false;
  draft.setText("More words", 2);
  expect(await draft.flush()).toBe(true);
  expect((await store.load("c1")).draft.text).toBe("More words");
});

test("the unsent edits of sent messages outlast the message that is sent beside them", async () => {
  const store = new MemoryStore();
  const draft = draftOf(store);
  draft.setEdit("m1", "Better");
  draft.setEdit("m3", "Other");
  draft.setEdit("m1", "Best");
  draft.clear(1);
  await draft.flush();
  expect((await store.load("c1")).draft.edits).toEqual([
    { messageId: "m3", text: "Other" },
    { messageId: "m1", text: "Best" },
  ]);
  draft.setEdit("m1", undefined);
  draft.setEdit("m3", undefined);
  await draft.flush();
  expect((await store.load("c1")).draft.edits).toBeUndefined();
});
