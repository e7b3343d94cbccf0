import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import type { ProfileClient } from "../../../src/shared/hubApi/hubClientRules.ts";
import { AgentProgram } from "./agentProgram.ts";

const program = new AgentProgram();
const { lab } = program;

beforeAll(() => program.start(), 60_000);
afterEach(() => setClient({}));
afterAll(() => lab.hubs.dispose());

async function administer(path: string, method: string, body?: object): Promise<Response> {
  return await fetch(`${program.hub.url}/hub/admin/v1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${program.hub.adminToken ?? ""}`,
      "content-type": "application/json",
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

async function setClient(client: ProfileClient): Promise<void> {
  expect((await administer("profiles/profile_lab", "PATCH", { client })).status).toBe(200);
}

/** What the hub reports of requests to models. */
async function usage(): Promise<unknown> {
  const { data } = (await (await administer("usage?group_by=model", "GET")).json()) as {
    readonly data: unknown;
  };
  expect(data).toBeInstanceOf(Array);
  return data;
}

/** Status, code and whether the words name the oldest version. */
async function answered(agent: string): Promise<readonly unknown[]> {
  const response = await program.hub.api("/hub/v1/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": agent },
    body: JSON.stringify({ model: "hub-demo", messages: [{ role: "user", content: "hi" }] }),
  });
  const { error } = (await response.json()) as {
    readonly error?: { readonly code: string; readonly message: string };
  };
  return [response.status, error?.code, error?.message.includes("1.2.3")];
}

test("an agent that is older than the hub's oldest version says so, and sends nothing", async () => {
  await setClient({ minimum_version: "99.0.0" });
  const folder = lab.folder({ "a.txt": "x" });
  const before = await usage();
  for (const words of [["task"], ["chat", "task"]]) {
    const { code, stderr, lines } = await program.run([...program.flags(folder), ...words]);
    expect(`${lines.join()}${stderr}`).toContain("needs a newer version of AI Hub. Update it.");
    expect([words, code === 0]).toEqual([words, words.length > 1]);
  }
  expect(await usage()).toEqual(before);
});

test("the hub itself refuses our older programs, and no client that names no version of ours", async () => {
  await setClient({ minimum_version: "1.2.3" });
  const refused = [403, "client_outdated", true];
  for (const agent of ["ai-hub-vscode/1.2.2", "ai-hub-agent/0.9.9-rc.1", "ai-hub-agent/1.1.99 x"]) {
    expect([agent, await answered(agent)]).toEqual([agent, refused]);
  }
  const others = [
    "ai-hub-vscode/1.2.3",
    "ai-hub-agent/2.0.0",
    "ai-hub-vscode/",
    "ai-hub-agent",
    "",
  ];
  for (const agent of [...others, "claude-code/0.1.0 (cli)", "x ai-hub-agent/0.1.0"]) {
    expect([agent, (await answered(agent))[0]]).toEqual([agent, 200]);
  }
});

test("an agent has the model and the steps that the hub sets, and says so", async () => {
  const settings = { "aiHub.model": "hub-script-play", "aiHub.agent.maxSteps": 1 };
  await setClient({ settings, minimum_version: "0.0.1" });
  const folder = lab.folder({ "a.txt": "x" });
  const steps = [{ calls: [{ tool: "read_file", args: { path: "a.txt" } }] }, { text: "Ready." }];
  const flags = program.flags(folder).map((flag) => flag.replace("hub-script-play", "mine"));
  const { lines, stderr } = await program.run([...flags, lab.trajectory(steps)]);
  expect(stderr).toContain("Set by your organisation: --max-steps 1");
  expect(stderr).toContain("Set by your organisation: --model hub-script-play");
  expect(lines.join("\n")).not.toContain("Ready.");
});

const answerTo = async (settings: object): Promise<string> => {
  const answer = await administer("profiles/profile_lab", "PATCH", { client: { settings } });
  expect(answer.status).toBe(400);
  return await answer.text();
};

test("the hub takes no setting that would lead a person elsewhere, and names the nearest one", async () => {
  expect(await answerTo({ "aiHub.modle": "m" })).toContain(
    'The nearest known one is \\"aiHub.model\\"',
  );
  for (const name of ["baseUrl", "extensionUrl", "updateKey", "mcp.servers", "history.keepDays"]) {
    expect(await answerTo({ [`aiHub.${name}`]: "https://evil.example.com" })).toContain("no field");
  }
  expect(await answerTo({ "aiHub.agent.level": "sandbox" })).toContain("not valid");
});
