import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { HubLab, type HubProcess } from "./hubProcess.ts";

const lab = new HubLab();
let hub: HubProcess;

beforeAll(async () => {
  await lab.build();
  hub = await lab.start(["--lab", "--data", join(lab.home, "ends")]);
}, 60_000);
afterAll(() => lab.dispose());

const asked = {
  model: "hub-demo",
  messages: [{ role: "user", content: "Tell me about the sea." }],
  max_tokens: 50,
};

async function post(path: string, run: string, body: unknown, token = hub.token) {
  const response = await fetch(hub.url + path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "x-hub-app": "vscode",
      ...(run !== "" && { "x-hub-run": run }),
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  // Sound: what is read of it is compared below.
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function use(run: string, token?: string): Promise<void> {
  expect((await post("/hub/v1/chat/completions", run, asked, token)).status).toBe(200);
}

const end = async (run: string, outcome: string, token?: string) =>
  await post("/hub/v1/runs/end", run, { outcome }, token);

async function listed(path: string): Promise<readonly Record<string, unknown>[]> {
  const response = await administer(path);
  return ((await response.json()) as { data: readonly Record<string, unknown>[] }).data;
}

function administer(path: string, method = "GET", body?: object): Promise<Response> {
  return fetch(`${hub.url}/hub/admin/v1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${hub.adminToken ?? ""}`,
      "content-type": "application/json",
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

const outcomeOf = async (run: string) => (await listed(`runs?run_id=${run}`))[0]?.["outcome"];
const endsOf = async (run: string) => await listed(`audit?run_id=${run}&kind=run.end`);

/** A token that belongs to somebody else: to nobody, with a profile of its own. */
async function othersToken(): Promise<string> {
  const made = await administer("tokens", "POST", { name: "other", profile_id: "profile_default" });
  return ((await made.json()) as { token: string }).token;
}

test.each([
  ["done", "done"],
  ["stopped", "stopped"],
  ["refused", "unapproved"],
  ["budget", "cap"],
  ["failed", "failed"],
])("a run whose client says %s is listed as %s", async (said, shown) => {
  await use(`said-${said}`);
  expect(await outcomeOf(`said-${said}`)).toBe("going");
  const told = await end(`said-${said}`, said);
  expect(told).toEqual({ status: 200, body: { object: "run_end", outcome: said } });
  expect(await outcomeOf(`said-${said}`)).toBe(shown);
});

test("an end that comes twice, also at once, is one entry of the audit, without content", async () => {
  await use("twice");
  await Promise.all(Array.from({ length: 5 }, () => end("twice", "done")));
  await end("twice", "failed");
  expect(await outcomeOf("twice")).toBe("done");
  const [entry, ...more] = await endsOf("twice");
  expect(more).toEqual([]);
  expect(entry).toMatchObject({ kind: "run.end", app: "vscode", detail: { outcome: "done" } });
  expect(entry?.["model"]).toBeNull();
});

test("personal data in the id of a run is masked at its requests and its end alike", async () => {
  const run = "told:529.982.247-25";
  await administer("profiles/profile_default", "PATCH", { dlp: { cpf: "alert" } });
  const token = await othersToken();
  await use(run, token);
  await end(run, "stopped", token);
  expect(await outcomeOf("told:xxx.xxx.xxx-xx")).toBe("stopped");
  expect(JSON.stringify([await listed("runs"), await listed("audit")])).not.toContain("529.982");
});

test("a run that goes on after its end can end again", async () => {
  await use("again");
  await end("again", "stopped");
  await use("again");
  expect(await outcomeOf("again")).toBe("going");
  await end("again", "done");
  expect(await outcomeOf("again")).toBe("done");
  expect(await endsOf("again")).toHaveLength(2);
});

test("nobody ends somebody else's run, and a run that nobody began is no entry", async () => {
  const other = await othersToken();
  await use("mine");
  expect((await end("mine", "failed", other)).status).toBe(200);
  expect(await outcomeOf("mine")).toBe("going");
  expect(await endsOf("mine")).toEqual([]);
  await use("mine", other);
  await end("mine", "failed", other);
  const outcomes = (await listed("runs?run_id=mine")).map(({ outcome }) => String(outcome));
  expect(outcomes.toSorted()).toEqual(["failed", "going"]);
  expect((await end("nobodys", "done")).status).toBe(200);
  expect(await endsOf("nobodys")).toEqual([]);
});

test.each([
  ["", { outcome: "done" }],
  ["a b", { outcome: "done" }],
  ["run", { outcome: "won" }],
  ["run", {}],
  ["run", [1]],
  ["run", "{"],
  ["run", { outcome: "done", more: "x".repeat(5_000) }],
])("what is no end of a run is 400: %s %s", async (run, body) => {
  expect((await post("/hub/v1/runs/end", run, body)).status).toBe(400);
});

test("without a token nothing is told", async () => {
  expect((await end("mine", "done", "sk_hub_none")).status).toBe(401);
});
