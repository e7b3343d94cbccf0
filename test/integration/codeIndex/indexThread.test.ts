import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Worker } from "node:worker_threads";

import { build, type Metafile } from "esbuild";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { bundlesOf } from "../../../scripts/bundles.ts";
import type { FolderState, OpenParams } from "../../../src/codeIndex/indexCalls.ts";
import { callsOver } from "../../../src/codeIndex/threadCalls.ts";
import type { IndexHost } from "../../../src/extension/codeIndex/indexHost.ts";
import { startIndexThread } from "../../../src/extension/codeIndex/indexThread.ts";

let root: string;
let program: string;
let outputs: Metafile["outputs"];
let folder: string;
let data: string;
let host: IndexHost;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "ai-hub-index-"));
  program = join(root, "codeIndex.mjs");
  const shipped = bundlesOf(false).find(({ entryPoints }) => hasEntry(entryPoints, "codeIndex"));
  const built = await build({ ...shipped, outdir: root, metafile: true, logLevel: "error" });
  outputs = built.metafile.outputs;
});

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

beforeEach(() => {
  folder = mkdtempSync(join(root, "folder-"));
  data = mkdtempSync(join(root, "data-"));
  mkdirSync(join(folder, "src"));
  write(
    "src/retry.ts",
    "export function retryRequest(): void {\n  // Waits and sends the request again.\n}\n",
  );
  write("src/colors.ts", "export const red = 1;\n");
  host = startIndexThread(program);
});

afterEach(() => {
  host.dispose();
});

test("the thread starts with 80 KB of program at most; a search loads the rest", () => {
  const entry = Object.keys(outputs).find((path) => path.endsWith("codeIndex.mjs")) ?? "";
  const loaded = new Set([entry]);
  for (const path of loaded) {
    for (const { path: next, kind } of outputs[path]?.imports ?? []) {
      if (kind === "import-statement" && next in outputs) {
        loaded.add(next);
      }
    }
  }
  const bytes = [...loaded].reduce((sum, path) => sum + statSync(path).size, 0);
  expect(bytes).toBeLessThanOrEqual(80_000);
  expect(Object.keys(outputs).length).toBeGreaterThan(loaded.size);
});

test("a folder is searched by question and by name, as it is after each change", async () => {
  const state = await open();
  expect(state).toMatchObject({ files: 2, read: 2, isCut: false });
  expect(await paths("where do we retry a request?")).toEqual(["src/retry.ts"]);
  write("src/money.ts", "export function formatPrice(): string {\n  return '';\n}\n");
  await host.calls.update({ folder, paths: ["src/money.ts"] });
  expect(await paths("formatPrice")).toEqual(["src/money.ts"]);
  rmSync(join(folder, "src/money.ts"));
  await host.calls.update({ folder, paths: ["src/money.ts"] });
  expect(await paths("formatPrice")).toEqual([]);
});

test("unsaved text is found, until the disk's counts again", async () => {
  await open();
  await host.calls.setText({
    folder,
    path: "src/colors.ts",
    text: "export const turquoise = 2;\n",
  });
  expect(await paths("turquoise")).toEqual(["src/colors.ts"]);
  await host.calls.setText({ folder, path: "src/colors.ts" });
  expect(await paths("turquoise")).toEqual([]);
  expect(await paths("red")).toEqual(["src/colors.ts"]);
});

test("a rule that comes later takes effect with its event, and patterns of the person leave files out", async () => {
  await open();
  write(".gitignore", "colors.ts\n");
  await host.calls.update({ folder, paths: [".gitignore"] });
  expect(await paths("red")).toEqual([]);
  await open({ exclude: ["src/retry.ts"] });
  expect(await paths("retry request")).toEqual([]);
});

test("the organisation's paths are not in the index, also below a folder above the opened one", async () => {
  await open();
  expect(await paths("retry request")).toEqual(["src/retry.ts"]);
  await open({ exclusions: [`${basename(folder)}/src/retry*`] });
  expect(await paths("retry request")).toEqual([]);
  expect(await paths("red")).toEqual(["src/colors.ts"]);
});

test("opening again reads no file, and what is deleted is gone from the disk at once", async () => {
  await open();
  await host.calls.close();
  host.dispose();
  host = startIndexThread(program);
  expect(await open()).toMatchObject({ files: 2, read: 0 });
  await host.calls.remove({ folder });
  expect(existsSync(data)).toBe(false);
});

test("what the rules leave out changes nothing, and unsaved text outlives a look at the whole folder", async () => {
  write(".gitignore", "dist/\n");
  await open();
  mkdirSync(join(folder, "dist"));
  write("dist/out.js", "export const built = 1;\n");
  expect(await host.calls.update({ folder, paths: ["dist", "dist/out.js"] })).toMatchObject({
    read: 0,
    files: 3,
  });
  await host.calls.setText({ folder, path: "src/colors.ts", text: "export const mauve = 2;\n" });
  await host.calls.refresh({ folder });
  expect(await paths("mauve")).toEqual(["src/colors.ts"]);
});

test("only what is below a folder is searched, where one is named", async () => {
  mkdirSync(join(folder, "lib"));
  write("lib/retry.ts", "export function retryRequest(): void {}\n");
  await open();
  const { hits } = await host.calls.search({
    folder,
    query: "retryRequest",
    limit: 5,
    below: "lib",
  });
  expect(hits.map(({ path }) => path)).toEqual(["lib/retry.ts"]);
});

test("more files than the limit are left out, and that is said", async () => {
  expect(await open({ maxFiles: 1 })).toMatchObject({ files: 1, isCut: true });
});

test("a thread that dies ends what was asked of it", async () => {
  await open();
  const asked = host.calls.refresh({ folder });
  host.dispose();
  await expect(asked).rejects.toThrow("ended");
  await host.ended;
});

test("after its work the thread has no timer, no watcher and no open file: nothing can wake it but a message", async () => {
  // Timers of a minute run at once, and the thread tells what keeps its event loop alive.
  const thread = `
    const { parentPort } = require("node:worker_threads");
    const start = globalThis.setTimeout;
    globalThis.setTimeout = (run) => start(run, 0);
    require(${JSON.stringify(program)});
    parentPort.on("message", (asked) => {
      if (asked === "resources") {
        parentPort.postMessage({ resources: process.getActiveResourcesInfo() });
      }
    });`;
  const worker = new Worker(thread, { eval: true });
  const { calls } = callsOver({
    post: (message) => worker.postMessage(message),
    onMessage: (listener) => {
      worker.on("message", listener);
      return { dispose: () => worker.off("message", listener) };
    },
  });
  const resources = async (): Promise<unknown> => {
    const told = once(worker, "message");
    worker.postMessage("resources");
    return await told;
  };
  const idle = [{ resources: ["MessagePort"] }];
  await expect.poll(resources).toEqual(idle);
  await calls.open({ folder, data, usesHistory: true, maxFiles: 1_000, exclude: [] });
  await calls.refresh({ folder });
  write("src/money.ts", "export const price = 1;\n");
  await calls.update({ folder, paths: ["src/money.ts"] });
  const { hits } = await calls.search({ folder, query: "price", limit: 5 });
  expect(hits.map(({ path }) => path)).toEqual(["src/money.ts"]);
  await expect.poll(resources).toEqual(idle);
  await worker.terminate();
});

function write(path: string, text: string): void {
  writeFileSync(join(folder, path), text);
}

async function open(
  options: Partial<Pick<OpenParams, "exclude" | "exclusions" | "maxFiles">> = {},
): Promise<FolderState> {
  const { exclude = [], exclusions = [], maxFiles = 1_000 } = options;
  await host.calls.open({ folder, data, usesHistory: false, maxFiles, exclude, exclusions });
  return await host.calls.refresh({ folder });
}

async function paths(query: string): Promise<readonly string[]> {
  const { hits } = await host.calls.search({ folder, query, limit: 5 });
  return hits.map(({ path }) => path);
}

function hasEntry(entryPoints: unknown, name: string): boolean {
  return typeof entryPoints === "object" && entryPoints !== null && name in entryPoints;
}
