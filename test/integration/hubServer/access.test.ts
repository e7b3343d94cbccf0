import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { chatBody, HubLab, type HubProcess, like } from "./hubProcess.ts";
import { rawExchange, rawRequest } from "./rawHttp.ts";

const lab = new HubLab();
let hub: HubProcess;

beforeAll(async () => {
  await lab.build();
  hub = await lab.start(["--lab", "--data", join(lab.home, "access")]);
});
afterAll(() => lab.dispose());

function bearer(): Record<string, string> {
  return { authorization: `Bearer ${hub.token}` };
}

test("a fetch from a web page is refused, though it had the token", async () => {
  const { status } = await rawRequest(`${hub.url}/hub/v1/models`, {
    ...bearer(),
    origin: "https://evil.example",
  });
  expect(status).toBe(403);
});

test("a form post of a web page is refused", async () => {
  const headers = { origin: "https://evil.example", "content-type": "text/plain" };
  expect((await rawRequest(`${hub.url}/hub/v1/chat/completions`, headers, "POST")).status).toBe(
    403,
  );
});

test("a page in a sandbox, whose origin is null, is refused", async () => {
  expect(
    (await rawRequest(`${hub.url}/hub/v1/models`, { ...bearer(), origin: "null" })).status,
  ).toBe(403);
});

test("a WebSocket of a web page is refused and nothing is upgraded", async () => {
  const answer = await rawExchange(
    hub.url,
    `GET /hub/v1/models HTTP/1.1\r\nHost: ${new URL(hub.url).host}\r\nOrigin: https://evil.example\r\n` +
      "Connection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" +
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
  );
  expect(answer).toMatch(/^HTTP\/1\.1 403 /u);
});

test("an EventSource, which sends no token, gets none of the API", async () => {
  const response = await fetch(`${hub.url}/hub/v1/models`, {
    headers: { accept: "text/event-stream" },
  });
  expect(response.status).toBe(401);
});

test.each(["evil.example", "evil.example:80", "127.0.0.1.evil.example", "127.0.0.1:1", "[::2]"])(
  "a rebound name in Host is refused: %j",
  async (host) => {
    expect((await rawRequest(`${hub.url}/hub/v1/models`, { ...bearer(), host })).status).toBe(403);
    expect((await rawRequest(`${hub.url}/healthz`, { host })).status).toBe(403);
  },
);

test("an empty Host is refused", async () => {
  const answer = await rawExchange(
    hub.url,
    "GET /healthz HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n",
  );
  expect(answer).toMatch(/^HTTP\/1\.1 403 /u);
});

test.each([
  ["Host", (host: string) => [`Host: ${host}`, "Host: evil.example"]],
  ["host", (host: string) => ["Host: evil.example", `host: ${host}`]],
  [
    "Authorization",
    (host: string) => [`Host: ${host}`, "Authorization: Bearer a", "authorization: Bearer b"],
  ],
  ["Origin", (host: string) => [`Host: ${host}`, "Origin: null", "Origin: null"]],
  ["X-Hub-App", (host: string) => [`Host: ${host}`, "X-Hub-App: a", "X-Hub-App: b"]],
])("%s twice is refused: nobody can say which counts", async (_, headers) => {
  const answer = await rawExchange(
    hub.url,
    `GET /healthz HTTP/1.1\r\n${headers(new URL(hub.url).host).join("\r\n")}\r\nConnection: close\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 400 /u);
  expect(answer).toMatch(/"code":"repeated_header"/u);
});

test("localhost and [::1] with our port are ours", async () => {
  const { port } = new URL(hub.url);
  expect((await rawRequest(`${hub.url}/healthz`, { host: `localhost:${port}` })).status).toBe(200);
  expect((await rawRequest(`${hub.url}/healthz`, { host: `[::1]:${port}` })).status).toBe(200);
});

test.each([
  ["no token", {}],
  ["a wrong token", { authorization: "Bearer sk_hub_wrong" }],
  ["another scheme", { authorization: "Basic c2tfaHViOng=" }],
  ["an empty token", { authorization: "Bearer " }],
])(
  "%s is 401 on every route of the API, in the OpenAI form, not to be retried",
  async (_, headers) => {
    for (const path of ["/hub/v1/models", "/hub/v1/models/hub-demo", "/hub/admin/v1/tokens"]) {
      const response = await fetch(hub.url + path, { headers });
      expect(response.status).toBe(401);
      expect(response.headers.get("x-should-retry")).toBe("false");
      expect(await response.json()).toMatchObject({
        error: { type: "authentication_error", param: null, message: like(/./u) },
      });
    }
    const chat = await fetch(`${hub.url}/hub/v1/chat/completions`, {
      ...chatBody("hub-demo", "hi"),
      headers,
    });
    expect(chat.status).toBe(401);
  },
);

test("the token of the API is not the administrator's, nor the other way round", async () => {
  expect((await hub.api("/hub/admin/v1/tokens")).status).toBe(401);
  const asAdmin = { authorization: `Bearer ${hub.adminToken}` };
  expect((await hub.api("/hub/v1/models", { headers: asAdmin })).status).toBe(401);
  expect((await hub.api("/hub/local/stop", { method: "POST", headers: asAdmin })).status).toBe(401);
});

test("no answer permits a web page to read it", async () => {
  for (const path of ["/healthz", "/hub/v1/models", "/nothing"]) {
    const response = await hub.api(path);
    const names = [...response.headers.keys()].filter((name) => name.startsWith("access-control-"));
    expect(names).toEqual([]);
  }
  const preflight = await rawRequest(
    `${hub.url}/hub/v1/models`,
    { origin: "https://evil.example" },
    "OPTIONS",
  );
  expect(preflight.status).toBe(403);
});

test("x-api-key is taken as well", async () => {
  const response = await fetch(`${hub.url}/hub/v1/models`, {
    headers: { "x-api-key": hub.token },
  });
  expect(response.status).toBe(200);
});
