import { type IncomingMessage, request } from "node:http";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { adminRoutes } from "../../../src/hubServer/admin/adminRoutes.ts";
import type { AdminRoute } from "../../../src/hubServer/admin/base/adminRoute.ts";
import { createHubToken, hashToken } from "../../../src/hubServer/auth/hubToken.ts";
import { adminToken, AdminServer, startOfTest } from "./adminServer.ts";

let hub: AdminServer;
let user: Record<string, string>;
let administrator: Record<string, string>;
const apiToken = createHubToken();

beforeAll(async () => {
  hub = await AdminServer.start();
  await hub.addUser({ id: "user_ana" });
  await hub.addUser({ id: "user_eva", role: "admin" });
  await hub.store.records.put("token", {
    id: "tok_api",
    name: "API",
    hash: hashToken(apiToken),
    last4: "xxxx",
    profileId: "profile_default",
    sectorId: "sector_default",
    rateLimits: {},
    createdAt: startOfTest,
  });
  user = await hub.sessionOf("user_ana@example.com");
  administrator = await hub.sessionOf("user_eva@example.com");
});
afterAll(() => hub.close());

/** Everything there is, by who may use it. A new route must be added here, on purpose. */
const expected = {
  open: [
    "GET /sign-in-options",
    "POST /session",
    "GET /openid/start",
    "GET /openid/callback",
    "POST /oauth/device",
    "POST /oauth/token",
    "POST /oauth/revoke",
    "GET /openapi.json",
  ],
  user: [
    "GET /session",
    "DELETE /session",
    "GET /me/tokens",
    "POST /me/tokens",
    "DELETE /me/tokens/{id}",
    "GET /me/device-grants/{id}",
    "POST /me/device-grants/{id}",
    "GET /me/usage",
    "GET /me/runs",
    "GET /me/budgets",
  ],
  admin: [
    ...["sectors", "profiles", "users", "budgets", "upstreams", "tokens", "kinds"].flatMap(
      (path) => [
        `GET /${path}`,
        `POST /${path}`,
        `GET /${path}/{id}`,
        `PATCH /${path}/{id}`,
        `DELETE /${path}/{id}`,
      ],
    ),
    "POST /users/{id}/openid",
    "DELETE /users/{id}/openid",
    "GET /upstreams/health",
    "POST /upstreams/{id}/test",
    "POST /kinds/try",
    "GET /kinds/{id}/week",
    "PUT /kinds/{id}/terms",
    "GET /models",
    "PUT /models/{id}",
    "DELETE /models/{id}",
    "GET /settings",
    "PATCH /settings",
    "GET /audit",
    "GET /audit/verify",
    "GET /audit/export",
    "GET /security-events",
    "GET /usage",
    "GET /usage/live",
    "GET /runs",
  ],
};

function routes(): readonly AdminRoute[] {
  return adminRoutes(hub.deps());
}

/** Asks for the session under another name of the host, which `fetch` would not send. */
function hosted(
  host: string,
  method: string,
  { headers = {}, body }: { readonly headers?: Record<string, string>; readonly body?: object },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${hub.url}/hub/admin/v1/session`,
      { method, headers: { ...headers, host } },
      (response) => {
        response.resume();
        resolve(response);
      },
    );
    sent.on("error", reject);
    sent.end(body && JSON.stringify(body));
  });
}

async function hostedStatus(host: string, headers: Record<string, string>): Promise<unknown> {
  return (await hosted(host, "GET", { headers })).statusCode;
}

/** Statuses that say who one is rather than what one asked. */
async function refusals(headers: Record<string, string>): Promise<Record<string, number>> {
  const refused: Record<string, number> = {};
  for (const { method, path } of routes()) {
    // Signing out would end the walk; the stream of events has no end.
    if (path === "/usage/live" || `${method} ${path}` === "DELETE /session") {
      continue;
    }
    const { status, body } = await hub.send(method, path.replace("{id}", "none"), {
      headers,
      ...(method !== "GET" && { body: "{}" }),
    });
    const isNotFound = status === 404 && body.error.message.startsWith("There is nothing");
    if (status === 401 || status === 403 || status === 405 || isNotFound) {
      refused[`${method} ${path}`] = status;
    }
  }
  return refused;
}

function all(names: readonly string[], status: number): Record<string, number> {
  const walked = names.filter((name) => !["GET /usage/live", "DELETE /session"].includes(name));
  return Object.fromEntries(walked.map((name) => [name, status]));
}

test("the table has exactly these routes, each for exactly these people", () => {
  for (const access of ["open", "user", "admin"] as const) {
    const names = routes()
      .filter((route) => route.access === access)
      .map(({ method, path }) => `${method} ${path}`);
    expect(names.toSorted()).toEqual(expected[access].toSorted());
  }
});

describe("walking the whole table over HTTP", () => {
  test("nobody gets to the open routes only", async () => {
    const wanted = { ...all(expected.user, 401), ...all(expected.admin, 401) };
    expect(await refusals({})).toEqual(wanted);
  });

  test("a token of the API opens nothing here", async () => {
    const wanted = { ...all(expected.user, 401), ...all(expected.admin, 401) };
    expect(await refusals({ authorization: `Bearer ${apiToken}` })).toEqual(wanted);
  });

  test("a user gets to her own things only", async () => {
    expect(await refusals(user)).toEqual(all(expected.admin, 403));
  });

  test("an administrator gets to everything", async () => {
    expect(await refusals(administrator)).toEqual({});
  });

  test("the administrator's token gets to everything", async () => {
    expect(await refusals({ authorization: `Bearer ${adminToken}` })).toEqual({});
  });

  test("on the loopback a session's cookie alone, which every port of the host is sent, opens nothing", async () => {
    const { cookie = "" } = administrator;
    const guarded = [...expected.user, ...expected.admin];
    const reads = guarded.filter((name) => name.startsWith("GET"));
    const changes = guarded.filter((name) => !name.startsWith("GET"));
    const wanted = { ...all(reads, 401), ...all(changes, 403) };
    expect(await refusals({ cookie })).toEqual(wanted);
    expect(await refusals({ cookie, "x-csrf-token": "guessed" })).toEqual(wanted);
    // Nor does another name of the hub, as a proxy or `--host` permits.
    expect(await hostedStatus("hub.example.com", { cookie })).toBe(401);
    expect(await hostedStatus("hub.example.com", administrator)).toBe(200);
  });

  test("elsewhere a session without the CSRF token changes nothing, but reads", async () => {
    const host = "hub.example.com";
    const begun = await hosted(host, "POST", { body: { admin_token: adminToken } });
    const cookie = begun.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
    expect(await hostedStatus(host, { cookie })).toBe(200);
    expect((await hosted(host, "DELETE", { headers: { cookie } })).statusCode).toBe(403);
    // Where every program of the machine could have the cookie it is not enough.
    expect(await hostedStatus("localhost:8787", { cookie })).toBe(401);
    expect(await hostedStatus("[::1]:8787", { cookie })).toBe(401);
  });
});

test("the stream of usage is for administrators only", async () => {
  expect((await hub.send("GET", "/usage/live", {})).status).toBe(401);
  expect((await hub.send("GET", "/usage/live", { headers: user })).status).toBe(403);
});

test.each(["/", "/nothing", "/sectors/a/b", "/sectors/", "/me", "/upstreams/test"])(
  "what is not in the table is not there: %s",
  async (path) => {
    expect((await hub.ask("GET", path)).status).toBe(404);
  },
);

test("a method that an address does not take is refused with those that it takes", async () => {
  const { status, headers } = await hub.ask("PUT", "/sectors/sector_default");
  expect([status, headers.get("allow")]).toEqual([405, "GET, PATCH, DELETE"]);
});

test("a wrong administrator's token is refused, and is in no audit event", async () => {
  const headers = { authorization: "Bearer hub_admin_guessed_by_somebody" };
  expect((await hub.send("GET", "/sectors", { headers })).status).toBe(401);
  const events = JSON.stringify(await hub.events());
  expect(events).toContain('"reason":"admin_token"');
  expect(events).not.toContain("guessed");
});

test("no answer may be kept on the way", async () => {
  const { headers } = await hub.ask("GET", "/users");
  expect(headers.get("cache-control")).toBe("no-store");
});
