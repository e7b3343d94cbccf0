/**
 * Responses beside chat completions, each in front of a model server of the same format, in turn: rates, processor time
 * and their ratio. Needs `npm run build`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { type Candidate, endPrograms, program, startHub } from "./hub/candidates.ts";
import { throughput } from "./hub/load.ts";
import { processorUs } from "./hub/processorTime.ts";

const rounds = 5;
const roundMs = 2_000;
const connections = 16;
const input = "Explain in one paragraph what this function does. ".repeat(20);
const folder = mkdtempSync(join(tmpdir(), "ai-hub-bench-"));

try {
  const upstream = await program([fileURLToPath(new URL("hub/upstream.ts", import.meta.url))]);
  const chat = await startHub(upstream.line, join(folder, "chat"));
  const hub = await startHub(`responses:${upstream.line}`, join(folder, "responses"));
  const url = new URL("/hub/v1/responses", hub.target.url);
  const responses = { ...hub, target: { ...hub.target, url, fields: { input } } };
  for (const isStreamed of [false, true]) {
    await compare({ chat, responses }, isStreamed);
  }
} finally {
  endPrograms();
  rmSync(folder, { recursive: true, force: true });
}

/** A candidate's best round counts. */
async function compare(
  candidates: Readonly<Record<"chat" | "responses", Candidate>>,
  isStreamed: boolean,
): Promise<void> {
  const rate = { chat: 0, responses: 0 };
  const us = { chat: Infinity, responses: Infinity };
  for (let round = 0; round < rounds; round += 1) {
    for (const name of ["chat", "responses"] as const) {
      const { target, pid } = candidates[name];
      const before = processorUs(pid);
      const perSecond = await throughput(target, connections, roundMs, isStreamed);
      const cost = (processorUs(pid) - before) / ((perSecond * roundMs) / 1_000);
      rate[name] = Math.max(rate[name], perSecond);
      us[name] = Math.min(us[name], cost);
    }
  }
  const kind = isStreamed ? "Streamed answers of 200 events" : "Whole answers";
  console.log(`\n${kind}, connections: ${connections}; load ${loadavg()[0]?.toFixed(1)}`);
  console.table(
    (["chat", "responses"] as const).map((name) => ({
      format: name,
      "answers/s": Math.round(rate[name]),
      "÷ chat": (rate[name] / rate.chat).toFixed(2),
      "processor, µs an answer": Math.round(us[name]),
      "processor ÷ chat": (us[name] / us.chat).toFixed(2),
    })),
  );
}
