import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import {
  healthSchema,
  localHubFileSchema,
  localHubProof,
} from "../../../src/shared/hubApi/localHub.ts";
import { chatBody, HubLab, like, until } from "./hubProcess.ts";

const lab = new HubLab();

beforeAll(() => lab.build());
afterAll(() => lab.dispose());

test("--json prints exactly one line with the address and the tokens, and nothing else", async () => {
  const hub = await lab.start(["--lab", "--data", join(lab.home, "json")]);
  await hub.api("/hub/v1/models");
  expect(hub.stdout().trimEnd().split("\n")).toHaveLength(1);
  expect(JSON.parse(hub.stdout())).toEqual({
    url: like(/^http:\/\/127\.0\.0\.1:\d+$/u),
    console: `${hub.url}/hub/console`,
    adminToken: like(/^hub_admin_[A-Za-z0-9]{49}$/u),
    token: like(/^sk_hub_[A-Za-z0-9]{49}$/u),
    seller: {
      url: hub.url,
      clientId: like(/^\S+$/u),
      clientSecret: like(/^\S{20,}$/u),
      codigoSeller: 1001,
      numeroPedido: expect.any(Number) as number,
    },
    people: expect.arrayContaining([
      { login: "ana.souza@example.com", password: like(/^[\w-]{24}$/u), role: "admin" },
      { login: "bruno.lima@example.com", password: like(/^[\w-]{24}$/u), role: "user" },
    ]) as unknown,
  });
  hub.child.kill("SIGTERM");
  expect(await hub.ended).toBe(0);
});

test("who reads --json or the file signs in to the lab's console; the password of older versions opens nothing", async () => {
  const data = join(lab.home, "people");
  const hub = await lab.start(["--lab", "--data", data]);
  const { people } = JSON.parse(hub.stdout()) as {
    people: readonly { readonly login: string; readonly password: string }[];
  };
  const signIn = async (login: string, password: string): Promise<number> => {
    const body = JSON.stringify({ login, password });
    const headers = { "content-type": "application/json" };
    const url = `${hub.url}/hub/admin/v1/session`;
    return (await fetch(url, { method: "POST", headers, body })).status;
  };
  expect(await signIn("ana.souza@example.com", people[0]?.password ?? "")).toBe(201);
  expect(await signIn("ana.souza@example.com", "ai-hub-demonstration")).toBe(401);
  expect(JSON.parse(readFileSync(join(data, "people.json"), "utf8"))).toEqual({ people });
  expect(statSync(join(data, "people.json")).mode & 0o077).toBe(0);
  hub.child.kill("SIGTERM");
  await hub.ended;
});

test("a second hub on the same data directory is refused with a clear message", async () => {
  const data = join(lab.home, "shared");
  const hub = await lab.start(["--lab", "--data", data]);
  const second = lab.run(["--json", "--port", "0", "--lab", "--data", data]);
  expect(await second.ended).toBe(1);
  expect(second.stderr).toBe(
    `The data directory ${data} is in use by another hub (process ${hub.child.pid}). ` +
      "Stop that one, or give this one its own directory with --data.\n",
  );
  expect(second.stdout).toBe("");
  hub.child.kill("SIGTERM");
  await hub.ended;
});

test("a port that is taken is named, and the data directory given back", async () => {
  const hub = await lab.start(["--lab", "--data", join(lab.home, "port1")]);
  const { port } = new URL(hub.url);
  const second = lab.run(["--port", port, "--data", join(lab.home, "port2")]);
  expect(await second.ended).toBe(1);
  expect(second.stderr).toBe(
    `Port ${port} is in use by another program. Give another with --port, or 0 for a free one.\n`,
  );
  expect(readdirSync(join(lab.home, "port2"))).not.toContain("hub.lock");
  hub.child.kill("SIGTERM");
  await hub.ended;
});

test.each([
  [["--port", "99999"], "--port must be a number from 0 to 65535"],
  [["--port", "http"], "--port must be a number"],
  [["--nonsense"], "Unknown option '--nonsense'"],
  [["--host", "0.0.0.0"], "Add --allow-remote if that is meant"],
  [["--host", "0.0.0.0", "--allow-remote", "--lab"], "--lab is for this machine only"],
  [["--upstream", "ftp://example.com"], "--upstream needs an http or https address"],
  [["--upstream", "http://user:secret@example.com"], "without user, password"],
  [["--record", "file"], "--record writes tokens and prompts to a file: it needs --lab"],
])("bad flags %j end with status 2 and say why", async (args, message) => {
  const program = lab.run(args);
  expect(await program.ended).toBe(2);
  expect(program.stderr).toContain(message);
});

test("--help and --version answer and end", async () => {
  const help = lab.run(["--help"]);
  const version = lab.run(["--version"]);
  expect(await help.ended).toBe(0);
  expect(help.stdout).toContain("--upstream <url>");
  expect(await version.ended).toBe(0);
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/u);
});

test("the extension's file names this hub, is private, and is gone when the hub ends", async () => {
  const hub = await lab.start(["--lab"]);
  const file = localHubFileSchema.parse(JSON.parse(lab.file("local-hub.json")));
  const health = healthSchema.parse(await (await fetch(`${file.url}/healthz`)).json());
  expect(file).toMatchObject({
    url: hub.url,
    token: hub.token,
    pid: hub.child.pid,
    nonce: health.nonce,
  });
  const challenge = "0123456789abcdef".repeat(2);
  const proved = await fetch(`${file.url}/healthz?challenge=${challenge}`);
  expect(healthSchema.parse(await proved.json()).proof).toBe(
    await localHubProof(file.token, challenge),
  );
  const path = join(lab.home, "user", "local-hub.json");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  hub.child.kill("SIGTERM");
  await hub.ended;
  expect(existsSync(path)).toBe(false);
});

test("a file that another hub has written meanwhile is left alone", async () => {
  const discovery = join(lab.home, "other.json");
  const hub = await lab.start([
    "--lab",
    "--data",
    join(lab.home, "mine"),
    "--discovery",
    discovery,
  ]);
  const others = JSON.stringify({ schema: 1, nonce: "somebody-else's" });
  writeFileSync(discovery, others);
  hub.child.kill("SIGTERM");
  await hub.ended;
  expect(existsSync(discovery)).toBe(true);
});

test("on SIGTERM an open answer is finished, no new request is taken, and the hub ends with 0", async () => {
  const hub = await lab.start(["--lab", "--demo-speed", "100", "--data", join(lab.home, "drain")]);
  const response = await hub.api(
    "/hub/v1/chat/completions",
    chatBody("hub-demo", "hello", { stream: true }),
  );
  hub.child.kill("SIGTERM");
  await until("new connections are refused", () =>
    fetch(`${hub.url}/healthz`, { headers: { connection: "close" } }).then(
      () => false,
      () => true,
    ),
  );
  expect(await response.text()).toContain("data: [DONE]");
  expect(await hub.ended).toBe(0);
});

test("a message of the parent ends the hub, where there are no signals", async () => {
  const hub = await lab.start(["--lab", "--data", join(lab.home, "ipc")]);
  hub.child.send("stop");
  expect(await hub.ended).toBe(0);
});

test("the local token stops a hub that was started for the extension, and only that", async () => {
  const idle = await lab.start(["--lab", "--idle-exit", "60", "--data", join(lab.home, "idle")]);
  expect((await idle.api("/hub/local/stop", { method: "POST" })).status).toBe(200);
  expect(await idle.ended).toBe(0);

  const manual = await lab.start(["--lab", "--data", join(lab.home, "manual")]);
  const refused = await manual.api("/hub/local/stop", { method: "POST" });
  expect([refused.status, await refused.json()]).toMatchObject([
    403,
    { error: { code: "not_stoppable" } },
  ]);
  manual.child.kill("SIGTERM");
  await manual.ended;
});

test("a hub that no window needs ends by itself", async () => {
  const hub = await lab.start(["--lab", "--idle-exit", "0.2", "--data", join(lab.home, "lonely")]);
  expect(await hub.ended).toBe(0);
});

test("--record notes headers and the exact body of every API request", async () => {
  const record = join(lab.home, "record.jsonl");
  const hub = await lab.start(["--lab", "--data", join(lab.home, "rec"), "--record", record]);
  const request = chatBody("hub-demo", "olá  com   espaços");
  await hub.api("/hub/v1/chat/completions", {
    ...request,
    headers: { ...request.headers, "x-hub-app": "vscode" },
  });
  await hub.api("/hub/v1/models", { headers: { authorization: "Bearer wrong" } });
  const entries = readFileSync(record, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
  expect(entries).toMatchObject([
    {
      method: "POST",
      path: "/hub/v1/chat/completions",
      headers: { authorization: `Bearer ${hub.token}`, "x-hub-app": "vscode" },
      body: request.body,
    },
    { method: "GET", path: "/hub/v1/models", headers: { authorization: "Bearer wrong" }, body: "" },
  ]);
  expect(statSync(record).mode & 0o777).toBe(0o600);
  hub.child.kill("SIGTERM");
  await hub.ended;
});
