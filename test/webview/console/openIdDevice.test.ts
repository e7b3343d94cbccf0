import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";

import { afterAll, beforeAll, expect, test } from "vitest";

import { root } from "../../../scripts/paths.ts";
import { OpenIdProvider } from "../../integration/admin/openIdProvider.ts";
import { endOf } from "../../integration/agent/agentProgram.ts";
import { HubLab, type HubProcess } from "../../integration/hubServer/hubProcess.ts";
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
  const port = await freePort();
  const [config, secret] = [join(lab.home, "hub.yaml"), join(lab.home, "secret")];
  const openid = {
    name: "Example",
    issuer: provider.issuer,
    client_id: OpenIdProvider.clientId,
    client_secret_file: secret,
    public_url: `http://127.0.0.1:${port}`,
    creates_users: true,
  };
  writeFileSync(secret, OpenIdProvider.clientSecret, { mode: 0o600 });
  writeFileSync(config, JSON.stringify({ openid }), { mode: 0o600 });
  hubFlags = ["--lab", "--data", data, "--config", config, "--port", String(port)];
  hub = await lab.start(hubFlags);
  mkdirSync(home);
}, 60_000);
afterAll(async () => {
  await lab.dispose();
  await provider.close();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

const agent = (...args: readonly string[]) =>
  spawn(process.execPath, [join(root, "dist", "agent.mjs"), "--hub", hub.url, ...args], {
    cwd: home,
    env: { PATH: process.env["PATH"], AI_HUB_HOME: home },
  });

/** Every file below a folder that contains the text. */
function filesWith(text: string, folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && readFileSync(path).includes(text));
}

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
  await expect.poll(status, { timeout: 20_000 }).toBe(401);
}, 60_000);
