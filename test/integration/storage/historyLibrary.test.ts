import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { beforeEach, describe, expect, test } from "vitest";

import type { LibraryEntry, LibraryHit } from "../../../src/chat/search/conversationLibrary.ts";
import { ConversationFiles } from "../../../src/extension/storage/conversationFiles.ts";
import type { ChatEvent } from "../../../src/shared/conversation/conversation.ts";

let folder: string;
let files: ConversationFiles;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "ai-hub-"));
  files = new ConversationFiles(folder, { workspace: () => "shop" });
  return () => rm(folder, { recursive: true, force: true });
});

/** A new window on the folder, which counts the loads of code for later. */
function later(failures = 0): { readonly window: ConversationFiles; readonly loads: () => number } {
  let loads = 0;
  const window = new ConversationFiles(folder, {
    loadPart: async (load) => {
      loads += 1;
      if (loads <= failures) {
        throw new Error("The file is gone");
      }
      return await load();
    },
  });
  return { window, loads: () => loads };
}

const titled = (title: string): ChatEvent => ({ kind: "titled", title });

const question = (id: string, text: string, createdAt = 1): ChatEvent => ({
  kind: "userMessageAdded",
  message: { role: "user", id, parentId: null, createdAt, text, attachments: [] },
});

const answer = (id: string, model: string, createdAt = 2): ChatEvent => ({
  kind: "answerStarted",
  message: {
    role: "assistant",
    id,
    parentId: null,
    createdAt,
    model,
    parts: [],
    state: "streaming",
    notices: [],
  },
});

const delta = (messageId: string, text: string): ChatEvent => ({
  kind: "partDelta",
  messageId,
  part: "text",
  text,
});

const cost = (messageId: string, amount: string): ChatEvent => ({
  kind: "usageReported",
  messageId,
  usage: { cost: amount, currency: "BRL" },
});

const entries = (library = files.library): Promise<readonly LibraryEntry[]> => library.entries();

async function found(text: string, from = files): Promise<readonly LibraryHit[]> {
  const hits: LibraryHit[] = [];
  for await (const hit of from.library.search(text, await entries(from.library))) {
    if (hit) {
      hits.push(hit);
    }
  }
  return hits;
}

const ids = async (text: string, from = files): Promise<readonly string[]> =>
  (await found(text, from)).map(({ entry }) => entry.id).toSorted();

async function everyByte(): Promise<string> {
  const names = await readdir(folder, { recursive: true });
  const contents = await Promise.all(
    names.map((name) => readFile(join(folder, name), "latin1").catch(() => "")),
  );
  return contents.join("\n");
}

describe("the list", () => {
  test("knows of each conversation what there is to know without reading it", async () => {
    await files.append("c1", [titled("First"), question("u1", "Hi", 1_000)]);
    await files.append("c1", [answer("a1", "gpt-x", 2_000), cost("a1", "0.03")]);
    await files.append("c1", [titled("Renamed"), cost("a1", "0.05"), question("u2", "And", 3_000)]);
    await files.library.setFavourite("c1", true);
    expect(await entries()).toEqual([
      {
        id: "c1",
        title: "Renamed",
        createdAt: 1_000,
        updatedAt: 3_000,
        messageCount: 3,
        workspace: "shop",
        models: ["gpt-x"],
        cost: { amount: 0.05, currency: "BRL" },
        isFavourite: true,
        isReadOnly: false,
      },
    ]);
  });

  test("goes on where it was left, in another process too", async () => {
    await files.append("c1", [titled("One"), question("u1", "Hi", 1_000), cost("x", "0.01")]);
    await entries();
    await files.append("c1", [answer("a1", "m1", 2_000), cost("a1", "0.02")]);
    const fresh = new ConversationFiles(folder);
    expect(await entries(fresh.library)).toMatchObject([
      { messageCount: 2, models: ["m1"], cost: { amount: 0.03 }, workspace: "shop" },
    ]);
  });

  test.each([
    ["no JSON", "{"],
    ["NUL bytes", "\0".repeat(4000)],
    ["of another version", '{"version":99,"items":{}}'],
    ["of another shape", '{"version":1,"items":{"c1":{"size":"big"}}}'],
  ])("is made anew from the files if the index is %s", async (_what, content) => {
    await files.append("c1", [titled("One"), question("u1", "Hi")]);
    await entries();
    await writeFile(join(folder, "index.json"), content);
    expect(await entries(new ConversationFiles(folder).library)).toMatchObject([{ title: "One" }]);
  });

  test.each([
    ["cut off", (content: string) => content.slice(0, -20)],
    ["changed in its middle", (content: string) => content.replace('"One"', '"Two"')],
    ["cut off in its first line", (content: string) => content.slice(0, 20)],
    ["of a length that is no number", (content: string) => content.replace(/ \d+ /u, " x ")],
  ])("is made anew from the files if the written index is %s", async (_what, damage) => {
    await files.append("c1", [titled("One"), question("u1", "Hi")]);
    await entries();
    const path = join(folder, "index.json");
    const written = await readFile(path, "utf8");
    expect(written).toContain('"One"');
    await writeFile(path, damage(written));
    expect(await entries(new ConversationFiles(folder).library)).toMatchObject([{ title: "One" }]);
  });

  test("a file of NUL bytes is put aside whole when it is opened, and said", async () => {
    const aside: string[] = [];
    const content = "\0".repeat(2000);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "c1.jsonl"), content);
    const store = new ConversationFiles(folder, { onQuarantine: (path) => aside.push(path) });
    expect((await store.load("c1")).conversation.messages).toEqual([]);
    await store.append("c1", [question("u1", "New")]);
    expect(aside).toHaveLength(1);
    expect(await readFile(aside[0] ?? "", "utf8")).toBe(content);
    expect((await store.load("c1")).conversation.messages).toHaveLength(1);
  });
});

describe("the search", () => {
  beforeEach(async () => {
    await files.append("c1", [titled("Retries"), question("u1", "Por que a função não responde?")]);
    await files.append("c2", [titled("Other"), question("u1", "Nothing"), answer("a1", "m")]);
    for (const piece of ["The time", "out is cle", "ared in fetchUs", "erById"]) {
      await files.append("c2", [delta("a1", piece)]);
    }
  });

  test("finds words of any message whatever their accents, case and pieces", async () => {
    expect(await ids("FUNCAO nao")).toEqual(["c1"]);
    expect(await ids("timeout userbyid")).toEqual(["c2"]);
    expect(await ids("timeout função")).toEqual([]);
    expect(await ids("o")).toEqual(["c1", "c2"]);
  });

  test("finds a title, also together with words of a message", async () => {
    expect(await ids("retries")).toEqual(["c1"]);
    expect(await ids("retries responde")).toEqual(["c1"]);
  });

  test("shows where the words stand", async () => {
    const [hit] = await found("funcao");
    const { text = "", marks = [] } = hit?.excerpt ?? {};
    expect(hit?.excerpt?.messageId).toBe("u1");
    expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual(["função"]);
  });

  test("finds what was added since, in another process too, and with a damaged index", async () => {
    await ids("timeout");
    await files.append("c2", [delta("a1", "Async, after all")]);
    expect(await ids("byidasync")).toEqual(["c2"]);
    expect(await ids("byidasync", new ConversationFiles(folder))).toEqual(["c2"]);
    await writeFile(join(folder, "search.index"), "AIHS1\n{broken");
    expect(await ids("byidasync", new ConversationFiles(folder))).toEqual(["c2"]);
  });

  test("a conversation that is damaged meanwhile is no hit and stops nothing", async () => {
    const known = await entries();
    await rm(join(folder, "c1.jsonl"));
    const hits: (string | undefined)[] = [];
    for await (const hit of files.library.search("timeout", known)) {
      hits.push(hit?.entry.id);
    }
    expect(hits).toEqual(["c2"]);
  });
});

describe("deleting", () => {
  const secret = "zebrafish-4711";

  beforeEach(async () => {
    await files.append("c1", [titled(`About ${secret}`), question("u1", secret)]);
    await files.saveDraft("c1", { text: secret, version: 1, attachments: [] });
    await ids(secret);
  });

  test("takes it from the list and can be undone, draft included", async () => {
    await files.library.remove("c1");
    expect(await entries()).toEqual([]);
    expect(await files.library.restore("c1")).toBe(true);
    expect(await ids(secret)).toEqual(["c1"]);
    expect((await files.load("c1")).draft.text).toBe(secret);
  });

  test("is undone so that what is written afterwards is kept, too", async () => {
    await files.library.remove("c1");
    await files.library.restore("c1");
    await files.append("c1", [question("u2", "and later")]);
    const { conversation } = await new ConversationFiles(folder).load("c1");
    expect(conversation.messages.map(({ id }) => id)).toEqual(["u1", "u2"]);
  });

  test("leaves no byte of it in any file after that", async () => {
    expect(await everyByte()).toContain(secret);
    await files.library.remove("c1");
    await files.library.purge();
    const left = await everyByte();
    expect(left).not.toContain(secret);
    expect(left).not.toContain('"c1"');
    expect(await files.library.restore("c1")).toBe(false);
  });
});

describe("the code of the library", () => {
  test("comes with the first list, once, and neither with a conversation nor with the end of a window", async () => {
    const { window, loads } = later();
    await window.append("c1", [question("m1", "Why?")]);
    await window.load("c1");
    await window.library.purge();
    expect(loads()).toBe(0);
    const [one, other] = await Promise.all([entries(window.library), entries(window.library)]);
    expect([one, other].map((list) => list.map(({ id }) => id))).toEqual([["c1"], ["c1"]]);
    expect((await found("why", window)).map(({ entry }) => entry.id)).toEqual(["c1"]);
    expect(loads()).toBe(1);
  });

  test("is loaded by the next use if it could not be loaded", async () => {
    const { window, loads } = later(1);
    await window.append("c1", [question("m1", "Why?")]);
    await expect(entries(window.library)).rejects.toThrow("The file is gone");
    expect(await entries(window.library)).toHaveLength(1);
    expect(loads()).toBe(2);
  });

  test("deletes for good what this window removed, when it ends", async () => {
    const { window } = later();
    await window.append("c1", [question("m1", "Why?")]);
    await window.library.remove("c1");
    await window.library.purge();
    expect(await window.library.restore("c1")).toBe(false);
  });
});
