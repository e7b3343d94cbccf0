import { Agent, request as requestOf } from "node:http";

import { afterAll, beforeAll, expect, test } from "vitest";

import { until } from "./hubProcess.ts";
import {
  admin,
  chat,
  dispose,
  hub,
  type Made,
  messages,
  prepare,
  upstream,
  workersOf,
} from "./workersLab.ts";

// Each waits for real clocks; the unit tests of workers and of their store have the same with given ones.

beforeAll(() => prepare(3), 120_000);
afterAll(dispose);

// The first one: here all workers are surely ready, and one that hangs at its start has a minute.
test("a worker that hangs is ended, and the others answer meanwhile", async () => {
  const { token } = await admin<Made>("POST", "/tokens", { name: "hanging" });
  const [victim = 0] = workersOf(hub());
  process.kill(victim, "SIGSTOP");
  const signal = AbortSignal.timeout(25_000);
  let answered = 0;
  while (workersOf(hub()).includes(victim)) {
    signal.throwIfAborted();
    // One connection may have gone to the worker that hangs: it is cut with it.
    const answers = await Promise.allSettled([chat(token), chat(token), chat(token)]);
    answered += answers.filter((one) => one.status === "fulfilled" && one.value.ok).length;
  }
  expect(answered).toBeGreaterThan(0);
  await until("there are three workers again", () => workersOf(hub()).length === 3);
  expect(hub().stderr()).toContain("hangs: its process is ended.");
}, 60_000);

/** The status of a request on a connection that is already open. */
function statusOn(agent: Agent, path: string, token: string, body?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const method = body === undefined ? "GET" : "POST";
    const outgoing = requestOf(hub().url + path, { agent, method, headers }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

test("while the ledger hangs, requests get a 503, nothing is forwarded and the hub is not ready", async () => {
  const { token } = await admin<Made>("POST", "/tokens", { name: "no ledger" });
  const body = JSON.stringify({ model: "large", max_tokens: 90, messages });
  const agents = [0, 1].map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
  const [first, second] = agents;
  const path = "/hub/v1/chat/completions";
  expect(await statusOn(first ?? new Agent(), path, token, body)).toBe(200);
  expect(await statusOn(second ?? new Agent(), "/readyz", token)).toBe(200);
  const before = upstream.requests.length;
  hub().child.kill("SIGSTOP");
  const statuses = await Promise.all([
    statusOn(first ?? new Agent(), path, token, body),
    statusOn(second ?? new Agent(), "/readyz", token),
  ]);
  hub().child.kill("SIGCONT");
  expect(statuses).toEqual([503, 503]);
  expect(upstream.requests.length).toBe(before);
  await until("it is ready again", async () => (await hub().api("/readyz")).status === 200);
  expect((await chat(token)).status).toBe(200);
  for (const agent of agents) {
    agent.destroy();
  }
}, 60_000);
