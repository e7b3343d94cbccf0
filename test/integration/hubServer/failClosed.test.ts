import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { afterAll, beforeAll, expect, test } from "vitest";

import { FakeUpstream } from "../../support/modelServer/fakeUpstream.ts";
import { HubLab, type HubProcess } from "./hubProcess.ts";

const lab = new HubLab();
const upstream = new FakeUpstream();
let origin: string;

beforeAll(async () => {
  upstream.models = [{ id: "large" }];
  origin = (await upstream.listen()).href;
  await lab.build();
}, 60_000);
afterAll(async () => {
  await lab.dispose();
  upstream.close();
});

async function start(name: string): Promise<{ readonly hub: HubProcess; readonly token: string }> {
  const hub = await lab.start(["--data", join(lab.home, name), "--upstream", `main=${origin}v1`]);
  const made = await hub.api("/hub/admin/v1/tokens", {
    method: "POST",
    headers: { authorization: `Bearer ${hub.adminToken}` },
    body: JSON.stringify({ name: "n" }),
  });
  const { token } = (await made.json()) as { readonly token: string };
  return { hub, token };
}

function chat(
  { hub, token }: { hub: HubProcess; token: string },
  content: string,
): Promise<Response> {
  return hub.api("/hub/v1/chat/completions", {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ model: "large", messages: [{ role: "user", content }] }),
  });
}

test("while its database is locked the hub answers 503 and forwards nothing, and goes on afterwards", async () => {
  const started = await start("locked");
  expect((await chat(started, "before")).status).toBe(200);
  const other = new DatabaseSync(join(lab.home, "locked", "hub.db"));
  other.exec("BEGIN EXCLUSIVE");
  const before = upstream.requests.length;
  const refused = await chat(started, "meanwhile");
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("5");
  expect((await started.hub.api("/readyz")).status).toBe(503);
  expect((await started.hub.api("/healthz")).status).toBe(200);
  expect(upstream.requests.length).toBe(before);
  other.exec("ROLLBACK");
  other.close();
  expect((await chat(started, "after")).status).toBe(200);
});

test("a database that is none stops the start with its name, and stays as it is", async () => {
  const folder = join(lab.home, "corrupt");
  const first = await start("corrupt");
  first.hub.child.kill("SIGTERM");
  await first.hub.ended;
  const path = join(folder, "hub.db");
  writeFileSync(path, "this is no database ".repeat(1_000));
  const again = lab.run(["--json", "--port", "0", "--data", folder]);
  expect(await again.ended).toBe(1);
  expect(again.stderr).toMatch(/database/u);
  expect(readFileSync(path, "utf8")).toMatch(/^this is no database/u);
});

test("a value that was found stands nowhere: not in the database, the log or an error", async () => {
  const planted = "529.982.247-25";
  const started = await start("planted");
  const answer = await chat(started, `Meu CPF é ${planted}, cpf 52998224725.`);
  const told = `${[...answer.headers.values()].join(" ")} ${await answer.text()}`;
  started.hub.child.kill("SIGTERM");
  await started.hub.ended;
  const folder = join(lab.home, "planted");
  const kept = readdirSync(folder).map((name) => readFileSync(join(folder, name), "latin1"));
  for (const text of [told, started.hub.stdout(), started.hub.stderr(), ...kept]) {
    expect(text).not.toContain(planted);
    expect(text).not.toContain("52998224725");
  }
  expect(kept.join()).toContain("dlp.alert");
});
