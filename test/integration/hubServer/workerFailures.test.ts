import { existsSync } from "node:fs";
import { Agent, request as requestOf } from "node:http";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { until } from "./hubProcess.ts";
import {
  admin,
  chat,
  chats,
  countOf,
  dispose,
  hub,
  lab,
  type Made,
  messages,
  prepare,
  start,
  takenPort,
  upstream,
  workersOf,
} from "./workersLab.ts";

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

test("when all workers die at once, the hub is there again on the same port", async () => {
  const { token } = await admin<Made>("POST", "/tokens", { name: "all killed" });
  const before = workersOf(hub());
  for (const pid of before) {
    process.kill(pid, "SIGKILL");
  }
  await until("three others answer", async () => {
    const now = workersOf(hub());
    const isNew = now.length === 3 && now.every((pid) => !before.includes(pid));
    return (
      isNew &&
      (
        await hub()
          .api("/readyz")
          .catch(() => undefined)
      )?.status === 200
    );
  });
  expect(countOf(await chats(6, token), 200)).toBe(6);
});

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

test("a ledger that dies in the middle of its work leaves a whole chain with everything that was answered", async () => {
  const crashed = await start("crashed", 2);
  const { token } = await admin<Made>("POST", "/tokens", { name: "crash" }, crashed);
  const workers = workersOf(crashed);
  let answered = 0;
  const loops = Array.from({ length: 16 }, async () => {
    for (;;) {
      const response = await chat(token, { at: crashed }).catch(() => undefined);
      if (response?.status !== 200 || !(await response.text().catch(() => "")).includes("Yes.")) {
        return;
      }
      answered += 1;
    }
  });
  await until("it works", () => answered > 100);
  crashed.child.kill("SIGKILL");
  await Promise.all(loops);
  await until("its workers end too", () => workers.every((pid) => !existsSync(`/proc/${pid}/exe`)));

  const again = await start("crashed", 2);
  const verified = await admin<object>("GET", "/audit/verify", undefined, again);
  expect(verified).toMatchObject({ is_intact: true });
  const report = await again.api("/hub/v1/usage", {
    headers: { authorization: `Bearer ${token}` },
  });
  const { totals } = (await report.json()) as { readonly totals: { readonly requests: number } };
  expect(totals.requests).toBeGreaterThanOrEqual(answered);
  again.child.kill("SIGTERM");
  expect(await again.ended).toBe(0);
}, 60_000);

test("a port that is taken is named, and no process is left", async () => {
  const taken = takenPort();
  const data = join(lab.home, "taken");
  const program = lab.run(["--port", taken, "--data", data, "--workers", "2"]);
  expect(await program.ended).toBe(1);
  expect(program.stderr).toBe(
    `Port ${taken} is in use by another program. Give another with --port, or 0 for a free one.\n`,
  );
  expect(existsSync(join(data, "hub().lock"))).toBe(false);
});
