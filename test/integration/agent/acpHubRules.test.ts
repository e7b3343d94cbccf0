import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { FakeUpstream, streams } from "../../support/modelServer/fakeUpstream.ts";
import { AcpLab } from "./acpLab.ts";

const acp = new AcpLab();
const inside = new FakeUpstream();
const { program } = acp;
const { lab } = program;
const cnpj = "12.345.678/0001-95";
const profile = "/profiles/profile_lab";

beforeAll(async () => {
  await program.start();
  inside.models = [{ id: "llama" }];
  inside.handle = streams(
    'data: {"choices":[{"index":0,"delta":{"content":"Ready."},"finish_reason":"stop"}]}\n\n',
    "data: [DONE]\n\n",
  );
  const url = (await inside.listen()).origin;
  const upstream = { name: "inside", url, format: "openai", is_active: true };
  const { id: upstream_id } = await admin("POST", "/upstreams", upstream);
  const model = { upstream_id, in_house: true, tiers: [], is_active: true };
  await admin("PUT", "/models/llama", model);
}, 60_000);
afterEach(async () => {
  await acp.close();
  await admin("PATCH", profile, { client: {} });
});
afterAll(async () => {
  await lab.hubs.dispose();
  inside.close();
});

async function admin(method: string, path: string, body: object): Promise<Answer> {
  const { url, adminToken = "" } = program.hub;
  const response = await fetch(`${url}/hub/admin/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Answer;
  expect([response.ok, answer]).toEqual([true, answer]);
  return answer;
}

type Answer = Readonly<Record<string, unknown>>;

const thoughtsOf = (updates: readonly object[]): string =>
  JSON.stringify(updates.filter((one) => JSON.stringify(one).includes("agent_thought_chunk")));

const route = (mayMask: boolean): Promise<Answer> =>
  admin("PATCH", profile, { dlp: { cnpj: "route" }, protection: { may_mask: mayMask } });

test("another editor shows once that a model in house answers, and why", async () => {
  const task = `a task for ${cnpj}`;
  const folder = lab.folder({ "a.txt": "x" });
  await route(false);
  const kept = acp.editor({}, ["--model", "hub-demo"]);
  await kept.prompt(await kept.session(folder), task);
  expect(kept.text).toBe("Ready.");
  expect(inside.last.body).not.toContain(cnpj);
  const words = "Answered by llama in house, because the conversation has sensitive data";
  expect(thoughtsOf(kept.updates).split(words)).toHaveLength(2);
  expect(thoughtsOf(kept.updates)).toMatch(/sensitive data: 1\s×\sCNPJ/u);
  expect(thoughtsOf(kept.updates)).not.toContain(cnpj);

  await route(true);
  const masked = acp.editor({}, ["--model", "hub-demo"]);
  await masked.prompt(await masked.session(folder), task);
  expect(thoughtsOf(masked.updates)).not.toContain("in house");
  expect(masked.text).not.toContain("Ready.");
});

test("a terminal says it, too", async () => {
  await route(false);
  const task = `a task for ${cnpj}`;
  const flags = program.flags(lab.folder({})).map((flag) => flag.replace("script-play", "demo"));
  const { lines, stderr } = await program.run([...flags, task]);
  expect(lines.join("\n")).toContain("Ready.");
  expect(`${lines.join("\n")}${stderr}`).toContain("Answered by llama in house");
});

test("settings that the hub's profile fixes hold in another editor", async () => {
  const settings = { "aiHub.model": "hub-script-play", "aiHub.agent.maxSteps": 1 };
  await admin("PATCH", profile, { client: { settings, minimum_version: "0.0.1" } });
  const steps = [{ calls: [{ tool: "read_file", args: { path: "a.txt" } }] }, { text: "Ready." }];
  const one = acp.editor({}, ["--model", "hub-demo", "--max-steps", "9"]);
  const answer = await one.prompt(
    await one.session(lab.folder({ "a.txt": "x" })),
    lab.trajectory(steps),
  );
  expect(answer).toMatchObject({ _meta: { "ai-hub": { steps: 1 } } });
  expect(one.text).not.toContain("Ready.");
});

test("an agent that is older than the hub's oldest version sends nothing for another editor", async () => {
  await admin("PATCH", profile, { client: { minimum_version: "99.0.0" } });
  const one = acp.editor();
  const folder = lab.folder({});
  const failed = await (async () => one.prompt(await one.session(folder), "task"))().then(
    () => "answered",
    (error: unknown) => JSON.stringify(error) + String(error),
  );
  expect(failed).toContain("newer version of AI Hub");
});
