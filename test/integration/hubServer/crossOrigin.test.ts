import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { chatBody, HubLab, type HubProcess } from "./hubProcess.ts";
import { rawRequest } from "./rawHttp.ts";

const editor = "https://editor.example.com";
const lab = new HubLab();
let hub: HubProcess;

beforeAll(async () => {
  await lab.build();
  hub = await lab.start([
    "--lab",
    "--data",
    join(lab.home, "cross-origin"),
    "--allow-origin",
    `${editor}/`,
    "--allow-origin",
    "http://127.0.0.1:8080",
  ]);
});
afterAll(() => lab.dispose());

const asking = {
  origin: editor,
  "access-control-request-method": "POST",
  "access-control-request-headers": "authorization,content-type,x-hub-app",
};

test("a browser is told that the editor's page may send what the extension sends", async () => {
  const { status, headers } = await rawRequest(
    `${hub.url}/hub/v1/chat/completions`,
    asking,
    "OPTIONS",
  );
  expect(status).toBe(204);
  expect(headers).toMatchObject({
    "access-control-allow-origin": editor,
    "access-control-allow-methods": "GET, POST",
    "access-control-allow-headers": "authorization,content-type,x-hub-app",
  });
  expect(headers).not.toHaveProperty("access-control-allow-credentials");
});

test("the page may read an answer, a refusal and the headers of both", async () => {
  for (const authorization of [`Bearer ${hub.token}`, "Bearer sk_hub_wrong"]) {
    const response = await hub.api("/hub/v1/chat/completions", {
      method: "POST",
      headers: { origin: editor, authorization, "content-type": "application/json" },
      body: JSON.stringify(chatBody("hub-demo", "oi")),
    });
    expect(response.headers.get("access-control-allow-origin")).toBe(editor);
    expect(response.headers.get("access-control-expose-headers")).toBe("*");
    await response.text();
  }
});

test.each([
  ["another origin", "/hub/v1/models", "https://evil.example"],
  ["the same name with another scheme", "/hub/v1/models", "http://editor.example.com"],
  ["a name that begins like it", "/hub/v1/models", `${editor}.evil.example`],
  ["the administration", "/hub/admin/v1/users", editor],
  ["the console", "/hub/console", editor],
  ["what only this machine may ask", "/hub/local/stop", editor],
])("%s stays refused", async (_, path, origin) => {
  for (const method of ["OPTIONS", "GET", "POST"]) {
    const headers = { ...asking, origin, authorization: `Bearer ${hub.token}` };
    const answer = await rawRequest(`${hub.url}${path}`, headers, method);
    expect(answer.status).toBe(403);
    expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
  }
});

test("an address with a path is not an origin, and the hub says so", async () => {
  const program = lab.run(["--lab", "--allow-origin", "https://editor.example.com/path"]);
  expect(await program.ended).not.toBe(0);
  expect(program.stderr).toContain("--allow-origin needs an address without a path");
});
