import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";

import { afterAll, beforeAll, expect, test } from "vitest";

import { root } from "../../../scripts/paths.ts";
import { OpenIdProvider } from "../../integration/admin/openIdProvider.ts";
import { endOf } from "../../integration/agent/agentProgram.ts";
import { HubLab, type HubProcess } from "../../integration/hubServer/hubProcess.ts";
import { filesWith, openIdFlags } from "../../support/openIdHub.ts";
import { takePage } from "../../support/pages/pages.ts";

const lab = new HubLab(join(root, "dist", "hub.mjs"));
const provider = new OpenIdProvider();
const data = join(lab.home, "hub");
const home = join(lab.home, "terminal");
const saved = join(home, "sign-ins.json");
let hubFlags: readonly string[];
let hub: HubProcess;

beforeAll(async () => {
  await provider.listen();
  provider.person = { sub: "1", name: "Nina", email: "nina@example.com", email_verified: true };
  hubFlags = ["--lab", "--data", data, ...(await openIdFlags(provider, lab.home))];
  hub = await lab.start(hubFlags);
  mkdirSync(home);
}, 60_000);
afterAll(async () => {
  await lab.dispose();
  await provider.close();
});

const agent = (...args: readonly string[]) =>
  spawn(process.execPath, [join(root, "dist", "agent.mjs"), "--hub", hub.url, ...args], {
    cwd: home,
    env: { PATH: process.env["PATH"], AI_HUB_HOME: home },
  });

test("with the organisation's sign-in it takes four actions from nothing to an answer in a terminal", async () => {
  const actions = ["type the command"];
  const child = agent("--sign-in");
  let address = "";
  for await (const line of createInterface({ input: child.stdout })) {
    [address = ""] = /http\S+device\?code=[A-Z-]+/u.exec(line) ?? [];
    if (address !== "") {
      break;
    }
  }

  const { page } = await takePage({
    context: { locale: "en-US" },
    width: 800,
    height: 700,
    isOwn: true,
    expectedErrors: /^Failed to load resource/u,
  });
  // Not by `show`, which would empty the page's storage when the provider sends the browser back.
  await page.goto(address);
  actions.push("open the address");
  await page.getByRole("link", { name: "Example" }).click();
  actions.push("sign in at the organisation");
  await page.getByText("Does your device show this code?").waitFor();
  await page.locator("p.device-code").getByText(address.slice(-9)).waitFor();
  await page.getByRole("button", { name: "Approve" }).click();
  actions.push("approve");
  await page.getByText("Your device is signed in.").waitFor();
  if (child.exitCode === null) {
    await once(child, "close");
  }
  expect(child.exitCode).toBe(0);

  const asked = await endOf(agent("--model", "hub-demo", "What can you do?"));
  expect([asked.code, asked.stderr]).toEqual([0, expect.any(String)]);
  expect(asked.lines.join("\n")).toContain("demonstration");
  expect(actions).toHaveLength(4);

  expect(filesWith("sk_hub_", home)).toEqual([saved]);
  expect(filesWith("rt_hub_", lab.home)).toEqual([saved]);
  // The hub's own token of this run is in its discovery, not in its data.
  for (const secret of readFileSync(saved, "utf8").match(/[rs][tk]_hub_[\w.-]+/gu) ?? []) {
    expect(filesWith(secret, lab.home)).toEqual([saved]);
  }
  expect(filesWith("refresh-", data)).toEqual([]);
  const stored = await page.evaluate(() => JSON.stringify([localStorage.length, document.cookie]));
  expect(stored).toBe('[0,""]');
}, 60_000);

test("the running hub ends the device of a person whom the organisation locks out", async () => {
  const [token = ""] = /sk_hub_\w+/u.exec(readFileSync(saved, "utf8")) ?? [];
  const headers = { authorization: `Bearer ${token}` };
  const status = async () => (await fetch(`${hub.url}/hub/v1/models`, { headers })).status;
  expect(await status()).toBe(200);
  hub.child.kill("SIGTERM");
  await hub.ended;
  // As if the hub had asked long ago.
  const database = new DatabaseSync(join(data, "hub.db"));
  expect(database.prepare("UPDATE openid_grant SET taken_at = 0").run().changes).toBe(1);
  database.close();
  provider.faults = { refuses: true };
  hub = await lab.start(hubFlags);
  await expect.poll(status).toBe(401);
}, 60_000);
