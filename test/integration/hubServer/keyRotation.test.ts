import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { FakeUpstream } from "./fakeUpstream.ts";
import { chatBody, HubLab, type HubProcess, until } from "./hubProcess.ts";

const lab = new HubLab();
let upstream: FakeUpstream;
let hub: HubProcess;
const folder = join(lab.home, "keys");
const file = join(folder, "main");

beforeAll(async () => {
  await lab.build();
  upstream = new FakeUpstream();
  const url = await upstream.listen();
  mkdirSync(folder);
  writeFileSync(file, "first-key\n");
  const config = join(lab.home, "hub.json");
  const upstreams = [
    { name: "main", url, key_file: file },
    { name: "unset", url, key_variable: "AI_HUB_UPSTREAM_UNSET_KEY" },
  ];
  writeFileSync(config, JSON.stringify({ key_folder: folder, upstreams }));
  hub = await lab.start(["--lab", "--data", join(lab.home, "hub"), "--config", config]);
});
afterAll(async () => {
  upstream.close();
  await lab.dispose();
});

/** The key with which the hub asks now. */
async function keyOfNextRequest(): Promise<string | undefined> {
  upstream.requests.length = 0;
  await hub.api("/hub/v1/chat/completions", chatBody("main/real", "hi"));
  return upstream.chats[0]?.headers.authorization;
}

async function keyProblems(): Promise<{ readonly metric: string; readonly console: unknown }> {
  const headers = { authorization: `Bearer ${hub.adminToken}` };
  const metrics = await (await hub.api("/metrics", { headers })).text();
  const listed = await hub.api("/hub/admin/v1/upstreams", { headers });
  const { data } = (await listed.json()) as { data: { name: string; key_problem: unknown }[] };
  return {
    metric: /^aihub_upstream_key_problems (\d+)$/mu.exec(metrics)?.[1] ?? "",
    console: data.find(({ name }) => name === "main")?.key_problem,
  };
}

test("a key variable that is not set is a line at the start", async () => {
  await until("the line", () => hub.stderr().includes("The upstream unset is asked without a key"));
  expect(hub.stderr()).toContain("The variable AI_HUB_UPSTREAM_UNSET_KEY has no key");
});

test("a key file that every user can read is a line at the start, and again when it becomes one", async () => {
  const line = "The key of the upstream main is not private: Every user of this machine can read";
  await until("the line", () => hub.stderr().includes(line));
  chmodSync(file, 0o600);
  await keyOfNextRequest();
  expect(hub.stderr().split(line)).toHaveLength(2);
});

test("a changed key file counts without a restart, and a missing one is told while its last key stays", async () => {
  expect(await keyOfNextRequest()).toBe("Bearer first-key");
  // A rotation as secret managers do it: another file in its place.
  writeFileSync(`${file}.new`, "second-key\n");
  renameSync(`${file}.new`, file);
  await until("the second key", async () => (await keyOfNextRequest()) === "Bearer second-key");
  expect(await keyProblems()).toEqual({ metric: "1", console: null });

  rmSync(file);
  await until("the problem", async () => (await keyProblems()).metric === "2");
  expect((await keyProblems()).console).toBe(`The hub cannot read the file ${file}.`);
  expect(await keyOfNextRequest()).toBe("Bearer second-key");
  const line = `The upstream main is asked with its earlier key: The hub cannot read the file ${file}.`;
  expect(hub.stderr().split(line)).toHaveLength(2);

  writeFileSync(file, "two\nlines\n");
  await until("another problem", async () => {
    await keyOfNextRequest();
    return hub.stderr().includes(`${file} holds no key`);
  });
  expect(await keyOfNextRequest()).toBe("Bearer second-key");
  writeFileSync(file, "third-key\n");
  await until("the third key", async () => (await keyOfNextRequest()) === "Bearer third-key");
  expect(await keyProblems()).toEqual({ metric: "1", console: null });
  expect(hub.stderr()).toContain("The key of the upstream main can be read again.");
  expect(hub.stderr()).not.toContain("-key\n");
});
