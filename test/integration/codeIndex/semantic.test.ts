import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import type { IndexCalls } from "../../../src/codeIndex/indexCalls.ts";
import type { SemanticStage } from "../../../src/extension/codeIndex/semanticStage.ts";
import { hashEmbedding } from "../../../src/hubServer/lab/demo/hashEmbedding.ts";
import { deferred } from "../../support/deferred.ts";
import { EmbeddingHub } from "./embeddingHub.ts";
import { setUpFolder, signal } from "./indexedFolder.ts";
import { build, model, partText, SemanticWorld } from "./semanticWorld.ts";

const folder = setUpFolder();
let hub: EmbeddingHub;
let world: SemanticWorld;
let calls: IndexCalls;
let stage: SemanticStage;

beforeEach(async () => {
  hub = new EmbeddingHub();
  await hub.listen();
  world = new SemanticWorld(hub);
  for (let file = 0; file < 90; file += 1) {
    folder.write(`src/part${file}.ts`, partText(file));
  }
  ({ calls, stage } = await world.open(folder));
});

afterEach(async () => {
  await calls.close();
  stage.dispose();
  hub.close();
});

test("at a hub that answers 429 half the time every chunk gets its vector, none twice", async () => {
  hub.refuses = (count) => count % 2 === 1;
  const sent = await build(stage);
  expect(sent).toEqual({ outcome: "complete", chunks: 180 });
  expect(hub.refused).toBeGreaterThanOrEqual(3);
  expect(hub.texts).toHaveLength(180);
  expect(new Set(hub.texts).size).toBe(180);
  expect(await calls.semanticState({ folder: folder.code, model })).toEqual({
    chunks: 180,
    embedded: 180,
    skipped: 0,
  });
  expect(new Set(hub.apps)).toEqual(new Set(["vscode-index"]));
  expect(Math.max(...hub.answered.map(({ input }) => input.length))).toBeLessThanOrEqual(64);
});

test("a chunk with a CPF and a secret file are never in the traffic, nor words in the file of vectors", async () => {
  folder.write("src/customer.ts", 'export const cpf = "529.982.247-25"; // do cliente\n');
  folder.write(".env", "API_KEY=verysecretvalue\n");
  await calls.refresh({ folder: folder.code });
  expect(await stage.estimate(model, signal)).toMatchObject({ chunks: 180, skipped: 1 });
  expect(hub.traffic).toBe("");
  await build(stage);
  expect(hub.traffic).toContain("Routine");
  expect(hub.traffic).not.toContain("529.982.247-25");
  expect(hub.traffic).not.toContain("verysecretvalue");
  expect(await stage.similarTo("who has the cpf 529.982.247-25?")).toBeUndefined();
  await calls.close();
  for (const name of ["vectors.index", "code.index"]) {
    const kept = readFileSync(join(folder.data, name), "latin1");
    expect(kept).not.toContain("outine");
    expect(kept).not.toContain("529.982");
    expect(kept).not.toContain("cliente");
  }
});

test("what has a vector is never paid again: not after a rename, a restart, or for the same text elsewhere", async () => {
  await build(stage);
  await calls.close();
  ({ calls, stage } = await world.open(folder));
  renameSync(join(folder.code, "src/part1.ts"), join(folder.code, "src/renamed.ts"));
  folder.write("src/copy.ts", partText(2));
  folder.write("src/part3.ts", `${partText(3)}// One more line.\n`);
  await calls.refresh({ folder: folder.code });
  const before = hub.texts.length;
  expect(await build(stage)).toEqual({ outcome: "complete", chunks: 1 });
  expect(hub.texts.slice(before)).toEqual([expect.stringContaining("One more line.")]);
});

test("it stops at 80 % of a budget, keeps what it has, and goes on below", async () => {
  hub.hold = () => {
    hub.used = hub.answered.length >= 1 ? 80 : 0;
    return Promise.resolve();
  };
  hub.used = 81;
  expect(await build(stage)).toEqual({ outcome: "budget", chunks: 0 });
  expect(stage.phase).toBe("waiting");
  expect(hub.traffic).toBe("");
  hub.used = 79;
  hub.hold = () => Promise.resolve();
  expect((await build(stage)).outcome).toBe("complete");
  expect(stage.phase).toBe("ready");
});

test("two batches are on their way at once, and one while a chat is answered", async () => {
  const second = deferred<undefined>();
  hub.hold = async () => {
    if (hub.parallel === 2) {
      second.resolve(undefined);
    }
    await second.promise;
  };
  await build(stage);
  expect(hub.parallel).toBe(2);
  await stage.forget();
  hub.parallel = 0;
  world.isTurnRunning = true;
  await build(stage);
  expect(hub.parallel).toBe(1);
});

test("a file that shares no word with the query is found by its vector, and a late vector is not waited for", async () => {
  await build(stage);
  const vector = await stage.similarTo("Routine seventeen");
  expect(vector?.vector).toHaveLength(64);
  const query = "zyzzyva";
  const near = { model, vector: hashEmbedding(partText(17), 64) };
  const found = await calls.search({ folder: folder.code, query, limit: 3, similar: near });
  expect(found.hits[0]).toMatchObject({ path: "src/part17.ts", words: [] });
  expect((await calls.search({ folder: folder.code, query, limit: 3 })).hits).toEqual([]);
  // Another model's vector says nothing about these.
  const other = { model: "other", vector: near.vector };
  const none = await calls.search({ folder: folder.code, query, limit: 3, similar: other });
  expect(none.hits).toEqual([]);
  const held = deferred<undefined>();
  hub.hold = () => held.promise.then(() => undefined);
  expect(await stage.similarTo("never asked before")).toBeUndefined();
  held.resolve(undefined);
});

test("nothing is sent for a query before the person agreed, nor after the vectors were deleted", async () => {
  expect(await stage.similarTo("Routine")).toBeUndefined();
  await build(stage);
  await stage.forget();
  const before = hub.traffic;
  expect(await stage.similarTo("Routine")).toBeUndefined();
  expect(stage.phase).toBe("off");
  expect(hub.traffic).toBe(before);
  expect((await calls.semanticState({ folder: folder.code, model })).embedded).toBe(0);
});

test("another hub than the one that was agreed to gets nothing until the person agrees again", async () => {
  await build(stage);
  const before = hub.traffic;
  world.address = "https://other.example/hub";
  expect(await stage.similarTo("Routine")).toBeUndefined();
  expect(hub.traffic).toBe(before);
  expect(stage.phase).toBe("off");
  world.address = hub.url;
  expect(await stage.similarTo("Routine")).toBeUndefined();
  await build(stage);
  expect(await stage.similarTo("Routine")).toMatchObject({ model });
});

test("a hub that changed while the person read the estimate gets nothing", async () => {
  await stage.estimate(model, signal);
  world.address = "https://other.example/hub";
  await expect(build(stage)).rejects.toThrow();
  expect(hub.traffic).toBe("");
  expect(stage.phase).toBe("off");
});
