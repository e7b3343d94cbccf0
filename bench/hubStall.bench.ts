/**
 * What one client can do to all others with the largest bodies and answers that the hub accepts:
 * the longest turn of the hub's event loop, and of `/healthz`, while each is served. The control is
 * a server that only receives the same bytes, under the same load. Needs `npm run build`.
 */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request as send } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import * as z from "zod/mini";

import { endPrograms, program, startHub } from "./hub/candidates.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const goalMs = 100;
const times = 2;
const askEveryMs = 5;
const folder = mkdtempSync(join(tmpdir(), "ai-hub-bench-"));
const probe = ["--import", join(root, "bench/hub/loopProbe.ts")];

const agent = new Agent({ keepAlive: true });
const megabyte = 1024 * 1024;

interface Request {
  readonly path: string;
  readonly body: string;
}

interface Program {
  readonly url: URL;
  readonly child: ChildProcess;
  readonly headers: Readonly<Record<string, string>>;
}

const turnSchema = z.object({ wallMs: z.number(), cpuMs: z.number(), ownMs: z.number() });
type Turn = z.infer<typeof turnSchema>;

const requests: Readonly<Record<string, () => Request>> = {
  "a million keys": () =>
    chatWith(Object.fromEntries(range(1_000_000, (index) => [`k${index}`, 1]))),
  "30 MB of prose": () =>
    chatWith("The quick brown fox jumps over the lazy dog. ".repeat((30 * megabyte) / 45)),
  "three million numbers": () => chatWith(range(3_000_000, (index) => index * 1_000)),
  "an answer of 40 MB": () => chat("bench-prose", "hi"),
  "three million numbers as an answer": () => ({
    path: "/hub/v1/embeddings",
    body: JSON.stringify({ model: "bench-vectors", input: "hi" }),
  }),
};

try {
  const upstream = await program([join(root, "bench/hub/upstream.ts")]);
  const hub = await startHub(upstream.line, folder, { nodeFlags: probe });
  const sink = await program([...probe, join(root, "bench/hub/sink.ts")]);
  const { headers } = hub.target;
  await run(
    { url: hub.target.url, child: hub.child, headers: { ...headers } },
    { url: new URL(sink.line), child: sink.child, headers: {} },
  );
} finally {
  endPrograms();
  rmSync(folder, { recursive: true, force: true });
}

async function run(hub: Program, sink: Program): Promise<void> {
  const rows = [];
  for (const [name, make] of Object.entries(requests)) {
    const request = make();
    for (const [who, tried] of [
      ["hub", hub],
      ["bare server", sink],
    ] as const) {
      rows.push({ request: name, ...(await measure(request, tried)), at: who });
    }
  }
  console.table(rows);
  console.log(`Goal: no turn of the hub's loop takes ${goalMs} ms of its processor time.`);
}

async function measure({ path, body }: Request, { url, child, headers }: Program): Promise<object> {
  const health = new URL("/healthz", url);
  let [asked, longestMs, status] = [0, 0, 0];
  await turnOf(child);
  for (let time = 0; time < times; time += 1) {
    let isDone = false;
    const answered = ask(new URL(path, url), headers, body).finally(() => {
      isDone = true;
    });
    const isOver = (): boolean => isDone;
    while (!isOver()) {
      const start = performance.now();
      await ask(health, {});
      asked += 1;
      longestMs = Math.max(longestMs, performance.now() - start);
      await delay(askEveryMs);
    }
    status = await answered;
  }
  const { wallMs, cpuMs, ownMs } = await turnOf(child);
  return {
    MB: (body.length / megabyte).toFixed(0),
    status,
    "longest turn, CPU ms": cpuMs.toFixed(0),
    "on its own, ms": ownMs.toFixed(0),
    "by the clock, ms": wallMs.toFixed(0),
    "/healthz asked": asked,
    "longest, ms": longestMs.toFixed(0),
  };
}

/** The longest turn of the program's event loop since it was last asked. */
async function turnOf(child: ChildProcess): Promise<Turn> {
  const answer = once(child, "message");
  child.send("longest turn");
  return z.tuple([turnSchema], z.unknown()).parse(await answer)[0];
}

function chatWith(data: unknown): Request {
  return chat("bench", "hi", data);
}

function chat(model: string, content: string, data?: unknown): Request {
  const messages = [{ role: "user", content, ...(data !== undefined && { data }) }];
  return { path: "/hub/v1/chat/completions", body: JSON.stringify({ model, messages }) };
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
