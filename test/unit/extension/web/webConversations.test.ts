import { beforeEach, expect, test } from "vitest";

import { createAttachment } from "../../../../src/context/attachment.ts";
import type { TextFiles } from "../../../../src/extension/web/textFiles.ts";
import { WebConversations } from "../../../../src/extension/web/webConversations.ts";
import type { ChatEvent } from "../../../../src/shared/conversation/conversation.ts";
import { messageText } from "../../../../src/shared/conversation/transcript.ts";

/** The editor's storage, in memory; `refuse` says which paths it does not write or remove. */
class MemoryFiles implements TextFiles {
  readonly texts = new Map<string, string>();
  refuse: (path: string) => boolean = () => false;

  read(path: string): Promise<string | undefined> {
    return Promise.resolve(this.texts.get(path));
  }

  write(path: string, text: string): Promise<void> {
    return this.#change(path, () => this.texts.set(path, text));
  }

  remove(path: string): Promise<void> {
    return this.#change(path, () => this.texts.delete(path));
  }

  list(path: string): Promise<readonly string[]> {
    const prefix = path === "" ? "" : `${path}/`;
    const names = [...this.texts.keys()]
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length).split("/")[0] ?? "");
    return Promise.resolve([...new Set(names)]);
  }

  #change(path: string, change: () => unknown): Promise<void> {
    if (this.refuse(path)) {
      return Promise.reject(new Error("quota"));
    }
    change();
    return Promise.resolve();
  }
}

let files: MemoryFiles;
let time: number;
let windows: number;

beforeEach(() => {
  files = new MemoryFiles();
  time = 1_000;
  windows = 0;
});

const openWindow = (): WebConversations =>
  new WebConversations({ files, writer: `w${(windows += 1)}`, now: () => (time += 1) });

const said = (id: string, parentId: string | null, text: string): ChatEvent => ({
  kind: "userMessageAdded",
  message: { role: "user", id, parentId, createdAt: 0, text, attachments: [] },
});

async function textsOf(store: WebConversations): Promise<readonly string[]> {
  return (await store.load("c")).conversation.messages.map(messageText);
}

test("what was said, attached and drafted is there in the next window", async () => {
  const store = openWindow();
  const attachment = createAttachment(
    "a",
    { kind: "file", path: "a.ts", languageId: "ts" },
    "let a",
  );
  await store.keepAttachments("c", [attachment]);
  await store.append("c", [{ kind: "titled", title: "First" }, said("1", null, "one")]);
  const written = {
    text: "two?",
    version: 3,
    attachments: [attachment],
    queue: [{ id: "q", text: "three?", attachments: [], model: "m" }],
    edits: [{ messageId: "1", text: "One" }],
  };
  await store.saveDraft("c", written);

  const next = openWindow();
  const { conversation, attachments, draft } = await next.load("c");
  expect(conversation.messages.map(messageText)).toEqual(["one"]);
  expect(attachments.get("a")).toEqual(attachment);
  expect(draft).toEqual(written);
  expect(await next.list()).toMatchObject([{ id: "c", title: "First" }]);
});

test("the list has the newest first and nothing without a message", async () => {
  const store = openWindow();
  await store.append("old", [{ kind: "titled", title: "Old" }, said("1", null, "x")]);
  await store.append("new", [{ kind: "titled", title: "New" }, said("1", null, "x")]);
  await store.saveDraft("empty", { text: "half a thought", version: 1, attachments: [] });
  await store.append("old", [said("2", "1", "y")]);
  expect((await openWindow().list()).map(({ title }) => title)).toEqual(["Old", "New"]);
});

test("two windows write to one conversation and lose nothing of each other", async () => {
  const [left, right] = [openWindow(), openWindow()];
  await left.append("c", [said("1", null, "left")]);
  await right.append("c", [said("2", "1", "right")]);
  await left.append("c", [said("3", "2", "left again")]);
  expect(await textsOf(openWindow())).toEqual(["left", "right", "left again"]);
});

test("what the storage refused is written with what comes next, once", async () => {
  const store = openWindow();
  files.refuse = () => true;
  await expect(store.append("c", [said("1", null, "one")])).rejects.toThrow("storage refused");
  files.refuse = () => false;
  await store.append("c", [said("2", "1", "two")]);
  expect(await textsOf(openWindow())).toEqual(["one", "two"]);
});

test("many pieces become one when the conversation is opened, wherever that is interrupted", async () => {
  const store = openWindow();
  const expected: string[] = [];
  const say = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) {
      const text = `m${expected.length}`;
      await store.append("c", [said(text, expected.at(-1) ?? null, text)]);
      expected.push(text);
    }
  };
  await say(45);
  const removed: string[] = [];
  const all = [...files.texts.keys()];
  files.refuse = (path) =>
    !files.texts.has(path) || (removed.push(path) > 10 && all.includes(path));
  await openWindow()
    .load("c")
    .catch(() => undefined);
  expect(await textsOf(openWindow())).toEqual(expected);

  files.refuse = () => false;
  await say(10);
  await openWindow().load("c");
  expect(await textsOf(openWindow())).toEqual(expected);
  expect([...files.texts.keys()].filter((path) => path.endsWith(".jsonl"))).toHaveLength(1);
});

test("a piece that cannot be read costs only itself", async () => {
  const store = openWindow();
  await store.append("c", [said("1", null, "one")]);
  files.texts.set("c/000000000000500-torn.jsonl", '{"event":{"kind":"user\u0000');
  files.texts.set("c/draft.json", "[1");
  expect(await textsOf(openWindow())).toEqual(["one"]);
});
