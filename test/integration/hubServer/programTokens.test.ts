import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { HubLab } from "./hubProcess.ts";

const lab = new HubLab();

beforeAll(() => lab.build());
afterAll(() => lab.dispose());

test("the administrator's token is told on the first start only, and stays valid", async () => {
  const args = ["--data", join(lab.home, "admin")];
  const first = await lab.start(args);
  first.child.kill("SIGTERM");
  await first.ended;
  const second = await lab.start(args);
  const asAdmin = { authorization: `Bearer ${first.adminToken}` };
  expect(second.adminToken).toBeUndefined();
  expect((await second.api("/hub/admin/v1/tokens", { headers: asAdmin })).status).toBe(200);
  second.child.kill("SIGTERM");
  await second.ended;
});

test("AI_HUB_ADMIN_TOKEN sets the administrator's token", async () => {
  const hub = await lab.start(["--data", join(lab.home, "given")], {
    AI_HUB_ADMIN_TOKEN: "a-token-from-the-environment",
  });
  expect(hub.adminToken).toBe("a-token-from-the-environment");
  hub.child.kill("SIGTERM");
  await hub.ended;
});

/** A configuration with the administrator's token in a file of this mode. */
function configWithToken(name: string, token: string, mode: number): readonly string[] {
  const secret = join(lab.home, `${name}.token`);
  const config = join(lab.home, `${name}.yaml`);
  writeFileSync(secret, `${token}\n`);
  chmodSync(secret, mode);
  writeFileSync(config, JSON.stringify({ admin_token_file: secret, log: "json" }));
  return ["--port", "0", "--config", config, "--data", join(lab.home, name)];
}

test("only the start that made the administrator's token prints it", async () => {
  const printed = async (
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<string> => {
    const program = lab.run(args, env);
    await program.firstLine();
    program.child.kill("SIGTERM");
    await program.ended;
    return program.stdout + program.stderr;
  };
  const args = ["--port", "0", "--data", join(lab.home, "printed")];
  expect(await printed(args)).toMatch(/administrator +hub_admin_/u);
  expect(await printed(args)).not.toContain("hub_admin_");
  const token = "a-token-that-no-log-may-have";
  expect(await printed(args, { AI_HUB_ADMIN_TOKEN: token })).not.toContain(token);
  expect(await printed(configWithToken("file", token, 0o600))).not.toContain(token);
});

test.skipIf(process.platform === "win32")(
  "a file with the administrator's token that every user can read is refused",
  async () => {
    const program = lab.run(configWithToken("open", "a-token-for-everybody", 0o644));
    expect(await program.ended).toBe(2);
    expect(program.stderr).toContain("Every user of this machine can read the secret");
    expect(program.stderr).not.toContain("a-token-for-everybody");
  },
);

test("a token survives kill -9 and a restart on the same data directory", async () => {
  const args = ["--data", join(lab.home, "killed")];
  const first = await lab.start(args);
  const created = await first.api("/hub/admin/v1/tokens", {
    method: "POST",
    headers: { authorization: `Bearer ${first.adminToken}` },
    body: JSON.stringify({ name: "notebook" }),
  });
  const { token } = (await created.json()) as { token: string };
  first.child.kill("SIGKILL");
  await first.ended;
  expect(existsSync(join(lab.home, "killed", "hub.lock"))).toBe(true);

  const second = await lab.start(args);
  const response = await second.api("/hub/v1/models", {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  const kept = ["audit-head.json", "hub.db", "hub.db-shm", "hub.db-wal", "hub.lock", "row-key"];
  expect(readdirSync(join(lab.home, "killed")).filter((name) => !kept.includes(name))).toEqual([]);
  second.child.kill("SIGTERM");
  await second.ended;
});

test("a revoked token opens nothing any more", async () => {
  const hub = await lab.start(["--data", join(lab.home, "revoked")]);
  const asAdmin = { authorization: `Bearer ${hub.adminToken}` };
  const created = await hub.api("/hub/admin/v1/tokens", {
    method: "POST",
    headers: asAdmin,
    body: JSON.stringify({ name: "old" }),
  });
  const { id, token } = (await created.json()) as { id: string; token: string };
  const listed = await hub.api("/hub/admin/v1/tokens", { headers: asAdmin });
  expect(await listed.text()).not.toContain(token);
  await hub.api(`/hub/admin/v1/tokens/${id}`, { method: "DELETE", headers: asAdmin });
  const response = await hub.api("/hub/v1/models", {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(401);
  hub.child.kill("SIGTERM");
  await hub.ended;
});

test("no token is on disk but in the extension's private file", async () => {
  const data = join(lab.home, "hashed");
  const hub = await lab.start(["--lab", "--data", data]);
  const created = await hub.api("/hub/admin/v1/tokens", {
    method: "POST",
    headers: { authorization: `Bearer ${hub.adminToken}` },
    body: JSON.stringify({ name: "n" }),
  });
  const { token } = (await created.json()) as { token: string };
  const files = readdirSync(data).map((name) => join(data, name));
  const state = files.map((path) => readFileSync(path, "latin1")).join("\n");
  expect(state).not.toContain(token);
  expect(state).not.toContain(hub.adminToken);
  expect(state).toContain(token.slice(-4));
  expect(statSync(data).mode & 0o777).toBe(0o700);
  expect(files.map((path) => statSync(path).mode & 0o777)).toEqual(files.map(() => 0o600));
  hub.child.kill("SIGTERM");
  await hub.ended;
});
