import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import type { IndexCalls } from "../../../src/codeIndex/indexCalls.ts";
import { IndexedFolders } from "../../../src/codeIndex/indexedFolders.ts";
import { nodePlace } from "../../../src/codeIndexNode/nodePlace.ts";
import { scanOutbound } from "../../../src/dlp/scanOutbound.ts";
import { SemanticStage } from "../../../src/extension/codeIndex/semanticStage.ts";
import { fetchEmbeddings } from "../../../src/hub/embeddingsClient.ts";
import type { ExchangeDeps } from "../../../src/hub/exchange.ts";
import { fetchUsage } from "../../../src/hub/usageClient.ts";
import { hashEmbedding } from "../../../src/hubServer/lab/demo/hashEmbedding.ts";
import { systemClock } from "../../../src/shared/clock.ts";
import { Emitter } from "../../../src/shared/emitter.ts";
import { deferred } from "../../support/deferred.ts";
import { EmbeddingHub } from "./embeddingHub.ts";
import { setUpFolder, signal } from "./indexedFolder.ts";

const model = "hub-hash-512";
const folder = setUpFolder();
let hub: EmbeddingHub;
let calls: IndexCalls;
let stage: SemanticStage;
let agreed: unknown;
let address: string;
let isTurnRunning: boolean;

beforeEach(async () => {
  hub = new EmbeddingHub();
  await hub.listen();
  agreed = undefined;
  address = hub.url;
  isTurnRunning = false;
  for (let file = 0; file < 90; file += 1) {
    folder.write(`src/part${file}.ts`, partText(file));
  }
  await openIndex();
});

afterEach(async () => {
  await calls.close();
  stage.dispose();
  hub.close();
});

test("IDX-8: at a hub that answers 429 half the time every chunk gets its vector, none twice", async () => {
  hub.refuses = (count) => count % 2 === 1;
  const sent = await build();
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

test("IDX-10: a chunk with a CPF and a secret file are never in the traffic, nor words in the file of vectors", async () => {
  folder.write("src/customer.ts", 'export const cpf = "529.982.247-25"; // do cliente\n');
  folder.write(".env", "API_KEY=verysecretvalue\n");
  await calls.refresh({ folder: folder.code });
  expect(await stage.estimate(model, signal)).toMatchObject({ chunks: 180, skipped: 1 });
  expect(hub.traffic).toBe("");
  await build();
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
  await build();
  await calls.close();
  await openIndex();
  renameSync(join(folder.code, "src/part1.ts"), join(folder.code, "src/renamed.ts"));
  folder.write("src/copy.ts", partText(2));
  folder.write("src/part3.ts", `${partText(3)}// One more line.\n`);
  await calls.refresh({ folder: folder.code });
  const before = hub.texts.length;
  expect(await build()).toEqual({ outcome: "complete", chunks: 1 });
  expect(hub.texts.slice(before)).toEqual([expect.stringContaining("One more line.")]);
});

test("it stops at 80 % of a budget, keeps what it has, and goes on below", async () => {
  hub.hold = () => {
    hub.used = hub.answered.length >= 1 ? 80 : 0;
    return Promise.resolve();
  };
  hub.used = 81;
  expect(await build()).toEqual({ outcome: "budget", chunks: 0 });
  expect(stage.phase).toBe("waiting");
  expect(hub.traffic).toBe("");
  hub.used = 79;
  hub.hold = () => Promise.resolve();
  expect((await build()).outcome).toBe("complete");
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
  await build();
  expect(hub.parallel).toBe(2);
  await stage.forget();
  hub.parallel = 0;
  isTurnRunning = true;
  await build();
  expect(hub.parallel).toBe(1);
});

test("a file that shares no word with the query is found by its vector, and a late vector is not waited for", async () => {
  await build();
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
  await build();
  await stage.forget();
  const before = hub.traffic;
  expect(await stage.similarTo("Routine")).toBeUndefined();
  expect(stage.phase).toBe("off");
  expect(hub.traffic).toBe(before);
  expect((await calls.semanticState({ folder: folder.code, model })).embedded).toBe(0);
});

test("another hub than the one that was agreed to gets nothing until the person agrees again", async () => {
  await build();
  const before = hub.traffic;
  address = "https://other.example/hub";
  expect(await stage.similarTo("Routine")).toBeUndefined();
  expect(hub.traffic).toBe(before);
  expect(stage.phase).toBe("off");
  address = hub.url;
  expect(await stage.similarTo("Routine")).toBeUndefined();
  await build();
  expect(await stage.similarTo("Routine")).toMatchObject({ model });
});

test("a hub that changed while the person read the estimate gets nothing", async () => {
  await stage.estimate(model, signal);
  address = "https://other.example/hub";
  await expect(build()).rejects.toThrow();
  expect(hub.traffic).toBe("");
  expect(stage.phase).toBe("off");
});

async function build(): Promise<{ readonly outcome: unknown; readonly chunks: number }> {
  let chunks = 0;
  const outcome = await stage.build(model, {
    signal,
    onSent: (count) => {
      chunks += count;
    },
  });
  return { outcome, chunks };
}

async function openIndex(): Promise<void> {
  const folders = new IndexedFolders({
    placeOf: (params) => nodePlace({ ...params, environment: process.env, now: Date.now }),
    clock: systemClock,
  });
  ({ calls } = folders);
  const { code, data } = folder;
  await calls.open({ folder: code, data, usesHistory: false, maxFiles: 1_000, exclude: [] });
  await calls.refresh({ folder: code });
  const changes = new Emitter<undefined>();
  const exchange: ExchangeDeps = {
    baseUrl: hub.url,
    token: () => Promise.resolve("sk_hub_x"),
    fetch: globalThis.fetch,
    clock: systemClock,
  };
  const opened = calls;
  stage = new SemanticStage({
    search: {
      folders: () => Promise.resolve([{ key: code, calls: opened }]),
      state: { state: "ready" },
      onDidChange: changes.event,
    },
    hub: {
      embeddings: (request) => fetchEmbeddings(exchange, request),
      usage: (options) => fetchUsage(exchange, options),
      address: () => Promise.resolve(address),
    },
    model: () => model,
    hasFinding: (text) => scanOutbound(text).length > 0,
    isTurnRunning: () => isTurnRunning,
    memory: {
      get: () => agreed,
      set: (value) => {
        agreed = value;
      },
    },
    clock: systemClock,
    random: () => 0,
  });
}

/** A file of two chunks. */
function partText(file: number): string {
  const lines = Array.from({ length: 80 }, (_, line) => `  step${line}of${file}();`);
  return `export function Routine${file}(): void {\n${lines.join("\n")}\n}\n`;
}
