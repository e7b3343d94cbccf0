import * as fc from "fast-check";
import { expect, test } from "vitest";

import { ConversationDraft } from "../../../src/chat/conversationDraft.ts";
import { emptyDraft } from "../../../src/chat/conversationStore.ts";
import { FakeClock } from "../../support/fakeClock.ts";
import { MemoryStore } from "../../support/memoryStore.ts";
import { pictureOf } from "../../support/sessionLab.ts";

function draftOf(store: MemoryStore, draft = emptyDraft): ConversationDraft {
  return new ConversationDraft("c1", draft, {
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

test("whatever is written and not sent is there after any steps and a reload", async () => {
  const id = fc.integer({ min: 1, max: 60 }).map((at) => `m${at}`);
  const step = fc.oneof(
    fc.record({ kind: fc.constant("text"), text: fc.string() }),
    fc.record({ kind: fc.constant("edit"), id, text: fc.string({ minLength: 1 }) }),
    fc.record({ kind: fc.constant("sendEdit"), id }),
    fc.record({ kind: fc.constantFrom("send", "reload") }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 200, size: "max" }), async (steps) => {
      const store = new MemoryStore();
      let draft = draftOf(store);
      let [text, version] = ["", 0];
      const edits = new Map<string, string>();
      for (const one of [...steps, { kind: "reload" }]) {
        version += 1;
        if ("id" in one) {
          const edit = "text" in one ? one.text : undefined;
          draft.setEdit(one.id, edit);
          edits.delete(one.id);
          if (edit !== undefined) {
            edits.set(one.id, edit);
          }
        } else if ("text" in one) {
          text = one.text;
          draft.setText(text, version);
        } else if (one.kind === "send") {
          text = "";
          draft.clear(version);
        } else {
          await draft.flush();
          draft.dispose();
          draft = draftOf(store, (await store.load("c1")).draft);
          expect(draft.text).toBe(text);
          expect(new Map(draft.edits.map((edit) => [edit.messageId, edit.text]))).toEqual(edits);
        }
      }
    }),
    { numRuns: 100 },
  );
});
