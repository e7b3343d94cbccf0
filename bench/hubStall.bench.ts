/**
 * The time of `/healthz` while one client sends the largest bodies that the hub accepts: a million
 * keys, prose, numbers. Needs `npm run build`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request as send } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { endPrograms, type Hub, program, startHub } from "./hub/candidates.ts";

const root = new URL("../", import.meta.url).pathname;
const goalMs = 100;
const folder = mkdtempSync(join(tmpdir(), "ai-hub-bench-"));

const agent = new Agent({ keepAlive: true });
const megabyte = 1024 * 1024;
const bodies: Readonly<Record<string, () => unknown>> = {
  "a million keys": () => Object.fromEntries(range(1_000_000, (index) => [`k${index}`, 1])),
  "30 MB of prose": () =>
    "The quick brown fox jumps over the lazy dog. ".repeat((30 * megabyte) / 45),
  "three million numbers": () => range(3_000_000, (index) => index * 1_000),
};

try {
  const upstream = await program([join(root, "bench/hub/upstream.ts")]);
  const hub = await startHub(upstream.line, folder);
  await run(hub);
} finally {
  endPrograms();
  rmSync(folder, { recursive: true, force: true });
}

async function run({ target }: Hub): Promise<void> {
  const rows = [];
  for (const [name, content] of Object.entries(bodies)) {
    const body = JSON.stringify({
      model: target.model,
      messages: [{ role: "user", content: "hi", data: content() }],
    });
    const health = new URL("/healthz", target.url);
    let isDone = false;
    const answered = ask(target.url, { ...target.headers }, body).finally(() => {
      isDone = true;
    });
    const times: number[] = [];
    const isOver = (): boolean => isDone;
    while (!isOver()) {
      const start = performance.now();
      await ask(health, {});
      times.push(performance.now() - start);
    }
    rows.push({
      body: name,
      MB: (body.length / megabyte).toFixed(0),
      status: await answered,
      "healthz asked": times.length,
      "longest, ms": Math.max(...times).toFixed(1),
      goal: `< ${goalMs} ms`,
    });
  }
  console.table(rows);
}

function range<T>(length: number, item: (index: number) => T): readonly T[] {
  return Array.from({ length }, (_, index) => item(index));
}

/** Resolves with the status after the whole answer has arrived. */
function ask(url: URL, headers: Readonly<Record<string, string>>, body?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? "GET" : "POST";
    const outgoing = send(url, { method, agent, headers }, (incoming) => {
      incoming.resume();
      incoming.on("end", () => resolve(incoming.statusCode ?? 0));
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
