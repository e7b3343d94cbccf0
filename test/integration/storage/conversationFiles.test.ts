import { appendFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { emptyDraft, StorageError } from "../../../src/chat/conversationStore.ts";
import { createAttachment } from "../../../src/context/attachment.ts";
import { ConversationFiles } from "../../../src/extension/storage/conversationFiles.ts";
import type { ChatEvent } from "../../../src/shared/conversation/conversation.ts";

let folder: string;
let files: ConversationFiles;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "ai-hub-"));
  files = new ConversationFiles(join(folder, "conversations"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const path = (name: string) => join(folder, "conversations", name);

const question = (id: string, text = `question ${id}`): ChatEvent => ({
  kind: "userMessageAdded",
  message: { role: "user", id, parentId: null, createdAt: 1, text, attachments: [] },
});

test("events, attachment contents and the draft come back as they were kept", async () => {
  const attachment = createAttachment(
    "f1",
    { kind: "file", path: "a.ts", languageId: "typescript" },
    "let a;",
  );
  await files.keepAttachments("c1", [attachment]);
  await files.append("c1", [{ kind: "titled", title: "First" }, question("u1")]);
  await files.saveDraft("c1", { text: "half a thought", version: 1, attachments: [attachment] });
  const stored = await files.load("c1");
  expect(stored.conversation).toMatchObject({ title: "First", leafId: "u1" });
  expect(stored.attachments).toEqual(new Map([["f1", attachment]]));
  expect(stored.draft).toEqual({ text: "half a thought", version: 1, attachments: [attachment] });
});

test("an id that was never kept is an empty conversation", async () => {
  expect((await files.load("nothing")).conversation.messages).toEqual([]);
  expect((await files.load("nothing")).draft).toEqual(emptyDraft);
});

test("a line torn by a crash is passed over, and what is written next is whole", async () => {
  await files.append("c1", [question("u1")]);
  await appendFile(path("c1.jsonl"), '{"event":{"kind":"titl');
  const afterCrash = new ConversationFiles(join(folder, "conversations"));
  await afterCrash.append("c1", [{ kind: "titled", title: "Later" }]);
  expect((await afterCrash.load("c1")).conversation).toMatchObject({
    title: "Later",
    leafId: "u1",
  });
});

test.each([
  ["NUL bytes", "\0".repeat(500)],
  ["lines of something else", '\n[1,2]\nnull\n{"event":{"kind":"nope"}}\n'],
])("%s in a file cost nothing else", async (_what, garbage) => {
  await files.append("c1", [question("u1")]);
  await appendFile(path("c1.jsonl"), `${garbage}\n`);
  await files.append("c1", [{ kind: "titled", title: "Still here" }]);
  expect((await files.load("c1")).conversation.title).toBe("Still here");
});

test("two windows that write to one conversation lose nothing of each other", async () => {
  const other = new ConversationFiles(join(folder, "conversations"));
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      (index % 2 === 0 ? files : other).append("c1", [question(`u${index}`)]),
    ),
  );
  const ids = (await files.load("c1")).conversation.messages.map(({ id }) => id);
  expect(new Set(ids)).toEqual(new Set(Array.from({ length: 40 }, (_, index) => `u${index}`)));
});

test("a file of a newer version can be read and is not written to", async () => {
  const line = JSON.stringify({ event: question("u1") });
  const content = `{"schema":2,"id":"c1"}\n${line}\n{"event":{"kind":"ofTheFuture"}}\n`;
  await mkdir(join(folder, "conversations"));
  await writeFile(path("c1.jsonl"), content);
  expect(await files.load("c1")).toMatchObject({
    isReadOnly: true,
    conversation: { leafId: "u1" },
  });
  await expect(files.append("c1", [question("u2")])).rejects.toThrow(/newer version/u);
  expect(await readFile(path("c1.jsonl"), "utf8")).toBe(content);
});

test("a damaged draft is an empty draft", async () => {
  await files.saveDraft("c1", { text: "words", version: 1, attachments: [] });
  await writeFile(path("c1.draft.json"), '{"text":');
  expect((await files.load("c1")).draft).toEqual(emptyDraft);
});

test("unsent edits are stored with the draft, also of a draft without text", async () => {
  const edits = [{ messageId: "m1", text: "Better" }];
  await files.saveDraft("c1", { ...emptyDraft, edits });
  expect((await files.load("c1")).draft).toEqual({ ...emptyDraft, edits });
});

test("a draft that was never touched leaves no file", async () => {
  await files.saveDraft("c1", { text: "words", version: 1, attachments: [] });
  await files.saveDraft("c1", emptyDraft);
  await expect(stat(path("c1.draft.json"))).rejects.toThrow(/ENOENT/u);
});

test("the list names every conversation by its title, the newest first", async () => {
  expect(await files.list()).toEqual([]);
  await files.append("c1", [{ kind: "titled", title: "One" }, question("u1", "x".repeat(20_000))]);
  await files.append("c2", [{ kind: "titled", title: "Two" }, question("u1")]);
  await files.append("c3", [{ kind: "titled", title: "No message" }]);
  const titles = (await files.list()).map(({ title }) => title);
  expect(titles.toSorted()).toEqual(["One", "Two"]);
});

test("files are for their owner only", async () => {
  await files.append("c1", [question("u1")]);
  expect((await stat(path("c1.jsonl"))).mode & 0o777).toBe(0o600);
  expect(await readFile(path("c1.jsonl"), "utf8")).toMatch(/^\{"schema":1,"id":"c1"\}\n/u);
});

test.each(["../escape", "a/b", "", "a.b"])("the id %j is refused", async (id) => {
  await expect(files.append(id, [])).rejects.toThrow(StorageError);
});

test("a folder that cannot be written is told, and everything is written in order when it can", async () => {
  await writeFile(join(folder, "conversations"), "in the way");
  await expect(files.append("c1", [question("u1")])).rejects.toThrow(StorageError);
  await expect(files.append("c1", [{ kind: "titled", title: "Two" }])).rejects.toThrow(
    StorageError,
  );
  const draft = { text: "words", version: 1, attachments: [] };
  await expect(files.saveDraft("c1", draft)).rejects.toThrow(StorageError);
  await rm(join(folder, "conversations"));
  await files.append("c1", []);
  const { conversation } = await new ConversationFiles(join(folder, "conversations")).load("c1");
  expect(conversation).toMatchObject({ title: "Two", leafId: "u1" });
});
