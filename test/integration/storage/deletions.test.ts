import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { beforeEach, expect, test, vi } from "vitest";

import { Conversations } from "../../../src/chat/conversations.ts";
import { Deletions } from "../../../src/extension/history/deletions.ts";
import { HistoryLists } from "../../../src/extension/history/historyLists.ts";
import { deleteOlderThan } from "../../../src/extension/history/oldConversations.ts";
import { ConversationFiles } from "../../../src/extension/storage/conversationFiles.ts";
import { FakeClock } from "../../support/fakeClock.ts";

const dayMs = 86_400_000;

let folder: string;
let files: ConversationFiles;
let clock: FakeClock;
let conversations: Conversations;
let deletions: Deletions;

const unused = (): never => {
  throw new Error("Not used in this test");
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "ai-hub-"));
  files = new ConversationFiles(folder);
  clock = new FakeClock();
  clock.advance(100 * dayMs);
  conversations = new Conversations({
    store: files,
    clock,
    streamChat: unused,
    newId: unused,
    onStorageFailure: unused,
  });
  deletions = new Deletions({ conversations, clock, onFailure: unused });
  return () => rm(folder, { recursive: true, force: true });
});

async function keep(id: string, daysAgo: number, amount?: string): Promise<void> {
  const createdAt = clock.now() - daysAgo * dayMs;
  await files.append(id, [
    { kind: "titled", title: `Chat ${id}` },
    {
      kind: "userMessageAdded",
      message: { role: "user", id: "u1", parentId: null, createdAt, text: "Hi", attachments: [] },
    },
    ...(amount === undefined
      ? []
      : [{ kind: "usageReported", messageId: "a1", usage: { cost: amount } } as const]),
  ]);
}

const listed = async (): Promise<readonly string[]> =>
  (await files.library.entries()).map(({ id }) => id).toSorted();

test("what was not used for as many days goes, but no favourite and nothing that is open", async () => {
  await keep("new", 29);
  await keep("old", 31);
  await keep("loved", 31);
  await files.library.setFavourite("loved", true);
  await keep("open", 31);
  await conversations.open("open");
  await deleteOlderThan(0, conversations, clock.now());
  expect(await listed()).toHaveLength(4);
  await deleteOlderThan(30, conversations, clock.now());
  expect(await listed()).toEqual(["loved", "new", "open"]);
  expect(await readdir(join(folder, "trash"))).toEqual([]);
});

test("what another window has open is not deleted for its age; a window that crashed counts for nothing", async () => {
  await keep("shown", 31);
  await keep("crashed", 31);
  await mkdir(join(folder, "open"));
  const other = spawn("sleep", ["60"]);
  const gone = spawn("true");
  await once(gone, "close");
  await writeFile(join(folder, "open", `shown.${other.pid}`), "");
  await writeFile(join(folder, "open", `crashed.${gone.pid}`), "");
  await deleteOlderThan(30, conversations, clock.now());
  expect(await listed()).toEqual(["shown"]);
  expect(await readdir(join(folder, "open"))).toEqual([`shown.${other.pid}`]);
  other.kill();
});

test("a conversation is marked as open until it is closed", async () => {
  await keep("c1", 1);
  const { hold } = await conversations.open("c1");
  expect(await readdir(join(folder, "open"))).toEqual([`c1.${process.pid}`]);
  hold.dispose();
  await expect.poll(() => readdir(join(folder, "open"))).toEqual([]);
});

test("a conversation that another window deletes is left, and nothing of it is written again", async () => {
  await keep("c1", 0);
  const { conversation } = await conversations.open("c1");
  conversation.draft.setText("a secret phrase", 1);
  await conversation.draft.flush();
  const told: string[] = [];
  conversations.onDidRemove((id) => told.push(id));
  const other = new ConversationFiles(folder);
  await other.library.remove("c1");
  conversation.draft.setText("another secret phrase", 2);
  conversation.session.rename("A fragment");
  await expect.poll(() => told).toEqual(["c1"]);
  await conversations.close();
  await other.library.purge("c1");
  const left = await readdir(folder, { recursive: true });
  expect(left.filter((name) => name.includes("c1"))).toEqual([]);
});

test("a conversation that another window deletes and brings back is whole", async () => {
  await keep("c1", 0);
  await conversations.open("c1");
  const told: string[] = [];
  conversations.onDidRemove((id) => told.push(id));
  const other = new ConversationFiles(folder);
  await other.library.remove("c1");
  await expect.poll(() => told).toEqual(["c1"]);
  await other.library.restore("c1");
  await files.library.setFavourite("c1", true);
  const { conversation } = await conversations.open("c1");
  expect(conversation.session.conversation.messages).toHaveLength(1);
  expect((await files.library.entries())[0]).toMatchObject({ id: "c1", isFavourite: true });
});

test("a deleted conversation can be brought back for a while, and is gone after that", async () => {
  await keep("c1", 0);
  await deletions.delete("c1");
  expect(await listed()).toEqual([]);
  expect(await deletions.undo("c1")).toBe(true);
  expect(await listed()).toEqual(["c1"]);
  await deletions.delete("c1");
  clock.advance(60_000);
  await expect.poll(() => readdir(join(folder, "trash"))).toEqual([]);
  expect(await deletions.undo("c1")).toBe(false);
});

test("a deletion that the page still offers to undo waits on, and one that is for good is not kept", async () => {
  await keep("c1", 0);
  await deletions.delete("c1");
  clock.advance(14_000);
  deletions.keep("c1");
  clock.advance(14_000);
  expect(await deletions.undo("c1")).toBe(true);
  await deletions.delete("c1");
  clock.advance(60_000);
  await expect.poll(() => readdir(join(folder, "trash"))).toEqual([]);
  deletions.keep("c1");
  expect(await deletions.undo("c1")).toBe(false);
});

test("what the page still offers to undo is left by a window that starts meanwhile, but not for ever", async () => {
  const file = join(folder, "trash", "c1.jsonl");
  const changedAt = async (): Promise<number> => (await stat(file)).ctimeMs;
  const startWindow = async (at: number): Promise<void> => {
    vi.spyOn(Date, "now").mockReturnValue(at);
    await new ConversationFiles(folder).library.entries();
    vi.restoreAllMocks();
  };
  await keep("c1", 0);
  await deletions.delete("c1");
  const deletedAt = await changedAt();
  await expect
    .poll(() => {
      deletions.keep("c1");
      return changedAt();
    })
    .toBeGreaterThan(deletedAt + 1);
  await startWindow(deletedAt + 60_001);
  expect(await deletions.undo("c1")).toBe(true);
  expect(await listed()).toEqual(["c1"]);
  await deletions.delete("c1");
  await startWindow((await changedAt()) + 60_001);
  expect(await deletions.undo("c1")).toBe(false);
});

test("who shows a conversation that is deleted is told, and its end is not written again", async () => {
  await keep("c1", 0);
  await conversations.open("c1");
  const told: string[] = [];
  conversations.onDidRemove((id) => told.push(id));
  await deletions.delete("c1");
  await conversations.close();
  expect(told).toEqual(["c1"]);
  expect(
    (await readdir(folder, { recursive: true })).filter((name) => name.includes("c1")),
  ).toEqual([]);
});

test("while somebody types, the files are looked at once; a list, and the same search again, look anew", async () => {
  await keep("first", 1);
  let looks = 0;
  const lists = new HistoryLists(
    {
      entries: () => {
        looks += 1;
        return files.library.entries();
      },
      search: (text, entries) => files.library.search(text, entries),
    },
    clock,
  );
  const looksFor = async (query: string): Promise<number> => {
    const before = looks;
    await lists.begin({ query, isFavourite: false, sort: "newest" });
    return looks - before;
  };
  expect(await looksFor("")).toBe(1);
  expect(await looksFor("c")).toBe(0);
  expect(await looksFor("ch")).toBe(0);
  expect(await looksFor("ch")).toBe(1);
  clock.advance(6_000);
  expect(await looksFor("cha")).toBe(1);
  expect(await looksFor("")).toBe(1);
});

test("a list has its order and filter, and an older list of the page gives nothing more", async () => {
  await keep("cheap", 1, "0.1");
  await keep("dear", 3, "2");
  await keep("free", 2);
  const lists = new HistoryLists(files.library, clock);
  const ids = async (change: Parameters<HistoryLists["begin"]>[0]) =>
    (await lists.begin(change)).items.map(({ id }) => id);
  const all = { query: "", isFavourite: false, sort: "newest" } as const;
  expect(await ids(all)).toEqual(["cheap", "free", "dear"]);
  expect(await ids({ ...all, sort: "mostExpensive" })).toEqual(["dear", "cheap", "free"]);
  expect(await ids({ ...all, since: clock.now() - 2.5 * dayMs })).toEqual(["cheap", "free"]);
  expect(await ids({ ...all, query: "chat dear" })).toEqual(["dear"]);
  const { ticket } = await lists.begin(all);
  await lists.begin(all);
  expect(await lists.more(ticket)).toEqual({ items: [], isDone: true });
});

test("what a killed process left behind goes at the next start: halves of replaced files and what was deleted", async () => {
  await keep("gone", 1);
  await listed();
  const found: unknown[] = [];
  for await (const hit of files.library.search("hi", await files.library.entries())) {
    found.push(hit);
  }
  expect(found.filter((hit) => hit !== undefined)).toHaveLength(1);
  await files.library.remove("gone");
  await writeFile(join(folder, "gone.draft.json.4711.tmp"), "a secret phrase");
  await writeFile(join(folder, "not-ours.tmp"), "kept");
  const next = new ConversationFiles(folder);
  await next.library.entries();
  expect(await readdir(folder)).toContain("gone.draft.json.4711.tmp");
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + dayMs);
  const later = new ConversationFiles(folder);
  await later.library.entries();
  vi.restoreAllMocks();
  const left = await readdir(folder, { recursive: true });
  expect(left.filter((name) => name.includes("gone"))).toEqual([]);
  expect(left).toContain("not-ours.tmp");
  const contents = await Promise.all(
    left
      .filter((name) => name.endsWith("json"))
      .map((name) => readFile(join(folder, name), "utf8")),
  );
  expect(contents.filter((content) => content.includes("gone"))).toEqual([]);
});

async function search({ library }: ConversationFiles, text: string): Promise<void> {
  for await (const hit of library.search(text, await library.entries())) {
    void hit;
  }
}

test("a search in another window does not write a deleted conversation into the index again", async () => {
  await keep("kept", 1);
  await keep("gone", 1);
  const other = new ConversationFiles(folder);
  await search(other, "chat");
  await files.library.remove("gone");
  await files.library.purge("gone");
  await keep("later", 1);
  await search(other, "chat");
  const index = await readFile(join(folder, "search.index"), "utf8");
  expect(["kept", "gone", "later"].filter((id) => index.includes(`"${id}"`))).toEqual([
    "kept",
    "later",
  ]);
});

test("what a page still hands in of a draft whose conversation was deleted meanwhile is not written", async () => {
  await keep("c1", 0);
  const { conversation } = await conversations.open("c1");
  await conversations.remove("c1");
  conversation.draft.setText("a secret phrase", 9);
  await conversation.draft.flush();
  await files.library.purge("c1");
  const left = await readdir(folder, { recursive: true });
  expect(left.filter((name) => name.includes("c1"))).toEqual([]);
});
