import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { afterAll, beforeAll, expect, test } from "vitest";

import { AgentProgram, withoutToken } from "./agentProgram.ts";
import { changeOne } from "./steps.ts";

const program = new AgentProgram();
const { lab } = program;
let session: Record<string, string>;

beforeAll(async () => {
  await program.start();
  const answer = await ask("POST", "session", { admin_token: program.hub.adminToken });
  const { csrf_token: csrf } = (await answer.json()) as { readonly csrf_token: string };
  const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  session = { cookie, "x-csrf-token": csrf };
}, 60_000);
afterAll(() => lab.hubs.dispose());

function ask(method: string, path: string, body: unknown, headers = {}): Promise<Response> {
  return fetch(`${program.hub.url}/hub/admin/v1/${path}`, {
    method,
    headers,
    body: JSON.stringify(body),
  });
}

const saved = () => join(lab.hubs.home, "ours", "sign-ins.json");

test("a terminal signs in with a code, works without a token, and signs out", async () => {
  const child = program.spawn(["--hub", program.hub.url, "--sign-in"], withoutToken);
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    lines.push(line);
    const [code] = /[A-Z]{4}-[A-Z]{4}$/u.exec(line.replace(/\.$/u, "")) ?? [];
    if (code !== undefined && line.includes("shows the code")) {
      const answer = await ask("POST", `me/device-grants/${code}`, { is_approved: true }, session);
      expect(answer.status).toBe(200);
    }
  }
  if (child.exitCode === null) {
    await once(child, "close");
  }
  expect(child.exitCode).toBe(0);
  expect(lines[0]).toMatch(/^Open http:\/\/127\.0\.0\.1:\d+\/hub\/console\/device\?code=/u);
  expect(lines.at(-1)).toBe(`Signed in to ${program.hub.url}.`);
  if (process.platform !== "win32") {
    expect(statSync(saved()).mode & 0o777).toBe(0o600);
  }

  const folder = lab.folder({ "a.txt": "one\n" });
  const task = [...program.flags(folder), "--yes", "edit:a.txt", lab.trajectory(changeOne)];
  expect((await program.run(task, withoutToken)).code).toBe(0);

  await program.run(["--hub", program.hub.url, "--sign-out"], withoutToken);
  expect(readFileSync(saved(), "utf8")).toBe("{}");
  expect((await program.run(task, withoutToken)).code).toBe(2);
}, 60_000);

test("a sign-in at a server without one fails with words", async () => {
  const flags = ["--hub", `${program.hub.url}/nowhere`, "--sign-in"];
  const { code, stderr } = await program.run(flags, withoutToken);
  expect(code).toBe(1);
  expect(stderr).toContain("The hub has no sign-in of devices.");
});
