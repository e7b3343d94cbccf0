import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { AdminCall } from "../../../src/hubServer/admin/base/adminRoute.ts";
import { Changes } from "../../../src/hubServer/admin/base/changes.ts";
import {
  readRefreshToken,
  type RefreshToken,
} from "../../../src/hubServer/admin/devices/deviceCodes.ts";
import { deviceRoutes } from "../../../src/hubServer/admin/devices/deviceRoutes.ts";
import { renewDevice } from "../../../src/hubServer/admin/devices/deviceTokens.ts";
import { hashToken } from "../../../src/hubServer/auth/hubToken.ts";
import { ApiError } from "../../../src/hubServer/http/apiError.ts";
import { AdminServer } from "./adminServer.ts";

let hub: AdminServer;
let ana: Record<string, string>;

beforeEach(async () => {
  hub = await AdminServer.start();
  await hub.addUser({ id: "user_ana" });
  ana = await hub.sessionOf("user_ana@example.com");
});
afterEach(async () => {
  await hub.close();
  expect(hub.errors).toEqual([]);
});

const grantType = "urn:ietf:params:oauth:grant-type:device_code";

interface OAuthAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, string>>;
}

async function form(
  path: string,
  fields: Record<string, string>,
  address = "203.0.113.7",
): Promise<OAuthAnswer> {
  const response = await fetch(`${hub.url}/hub/admin/v1/oauth/${path}`, {
    method: "POST",
    headers: { "x-test-address": address },
    body: new URLSearchParams(fields),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as OAuthAnswer["body"],
  };
}

const begin = () => form("device", { client_id: "ai-hub-vscode", device_name: "Ana's notebook" });

function poll(deviceCode = ""): Promise<OAuthAnswer> {
  hub.clock.advance(5_000);
  return form("token", { grant_type: grantType, device_code: deviceCode });
}

const renew = (token = "") => form("token", { grant_type: "refresh_token", refresh_token: token });

const decide = (code = "", isApproved = true, headers = ana) =>
  hub.send("POST", `/me/device-grants/${code}`, { body: { is_approved: isApproved }, headers });

async function signIn(): Promise<Readonly<Record<string, string>>> {
  const { body } = await begin();
  expect((await decide(body["user_code"])).status).toBe(200);
  return (await poll(body["device_code"])).body;
}

const tokenOf = (secret = "") => hub.store.records.findToken(hashToken(secret));

describe("the sign-in of a device", () => {
  test("a person compares the code, approves, and the device gets its token once", async () => {
    const { status, body } = await begin();
    expect(status).toBe(200);
    expect(body["user_code"]).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/u);
    expect(body["verification_uri_complete"]).toBe(
      `${hub.url}/hub/console/device?code=${body["user_code"]}`,
    );
    expect((await poll(body["device_code"])).body["error"]).toBe("authorization_pending");

    const typed = body["user_code"]?.toLowerCase().replace("-", " ") ?? "";
    const shown = await hub.send("GET", `/me/device-grants/${typed}`, { headers: ana });
    expect(shown.body).toMatchObject({
      client: "ai-hub-vscode",
      device: "Ana's notebook",
      address: "203.0.113.7",
    });
    expect((await decide(typed)).body).toEqual({ is_approved: true });

    const { body: answer } = await poll(body["device_code"]);
    expect(answer).toMatchObject({ token_type: "Bearer", expires_in: 28_800 });
    expect(await tokenOf(answer["access_token"])).toMatchObject({
      name: "Ana's notebook",
      userId: "user_ana",
      device: { client: "ai-hub-vscode" },
    });
    expect((await poll(body["device_code"])).body["error"]).toBe("expired_token");
    const audit = JSON.stringify(await hub.events());
    expect(audit).toContain("user_ana@example.com, by a device");
    expect(audit).not.toContain(answer["access_token"]);
    expect(audit).not.toContain(answer["refresh_token"]);
  });

  test("a refused device gets nothing, and nobody can approve it afterwards", async () => {
    const { body } = await begin();
    expect((await decide(body["user_code"], false)).status).toBe(200);
    expect((await decide(body["user_code"])).status).toBe(404);
    expect((await poll(body["device_code"])).body["error"]).toBe("access_denied");
    expect((await poll(body["device_code"])).body["error"]).toBe("expired_token");
  });

  test("the first person decides: another one does not see the code any more", async () => {
    await hub.addUser({ id: "user_bia" });
    const bia = await hub.sessionOf("user_bia@example.com");
    const { body } = await begin();
    await decide(body["user_code"]);
    expect((await decide(body["user_code"], true, bia)).status).toBe(404);
    const { body: answer } = await poll(body["device_code"]);
    expect(await tokenOf(answer["access_token"])).toMatchObject({ userId: "user_ana" });
  });

  test("a code expires after ten minutes", async () => {
    const { body } = await begin();
    hub.clock.advance(10 * 60_000);
    expect((await decide(body["user_code"])).status).toBe(404);
    expect((await poll(body["device_code"])).body["error"]).toBe("expired_token");
  });

  test("nobody approves without a session, or from another page", async () => {
    const { body } = await begin();
    expect((await decide(body["user_code"], true, {})).status).toBe(401);
    expect((await decide(body["user_code"], true, { cookie: ana["cookie"] ?? "" })).status).toBe(
      403,
    );
    expect((await poll(body["device_code"])).body["error"]).toBe("authorization_pending");
  });

  test("who guesses codes waits: of 1,000 guesses a handful is looked up", async () => {
    const { body } = await begin();
    const answers = new Map<number, number>();
    for (let index = 0; index < 1_000; index += 100) {
      const guesses = Array.from({ length: 100 }, () => decide("BBBB-BBBB"));
      for (const { status } of await Promise.all(guesses)) {
        answers.set(status, (answers.get(status) ?? 0) + 1);
      }
    }
    expect(answers.get(404)).toBeLessThan(20);
    expect((answers.get(404) ?? 0) + (answers.get(429) ?? 0)).toBe(1_000);
    hub.clock.advance(60_000);
    expect((await decide(body["user_code"])).status).toBe(200);
  });

  test("of 10,000 guesses in a row a handful is looked up", async () => {
    const deps = hub.deps();
    const route = deviceRoutes(deps, new Changes(deps.onChange)).find(
      ({ method, path }) => method === "GET" && path === "/me/device-grants/{id}",
    );
    const user = await hub.store.records.get("user", "user_ana");
    let lookedUp = 0;
    for (let index = 0; index < 10_000; index += 1) {
      const call = { id: "BBBB-BBBB", principal: { user } } as unknown as AdminCall;
      const error: unknown = await Promise.resolve(route?.handle(call as never)).catch(
        (reason: unknown) => reason,
      );
      lookedUp += error instanceof ApiError && error.status === 404 ? 1 : 0;
      hub.clock.advance(1);
    }
    // Ten seconds have passed: the first guesses are free, and each further one waits longer.
    expect(lookedUp).toBeLessThan(20);
  });

  test("who polls too fast is told so, and who begins too often, too", async () => {
    const { body } = await begin();
    await poll(body["device_code"]);
    const again = await form("token", {
      grant_type: grantType,
      device_code: body["device_code"] ?? "",
    });
    expect(again.body["error"]).toBe("slow_down");
    const many = await Promise.all(Array.from({ length: 80 }, () => begin()));
    expect(many.filter(({ status }) => status === 429).length).toBeGreaterThan(10);
    expect((await form("device", { client_id: "other" }, "203.0.113.8")).status).toBe(200);
  });

  test.each([
    ["device", { client_id: "" }, "invalid_request"],
    ["device", { client_id: "x".repeat(65) }, "invalid_request"],
    ["token", { grant_type: "password", username: "a", password: "b" }, "unsupported_grant_type"],
    ["token", { grant_type: "refresh_token", refresh_token: "rt_hub_x" }, "invalid_grant"],
    ["token", { grant_type: grantType }, "invalid_request"],
  ])("a wrong request to %s gets OAuth's error: %o", async (path, fields, error) => {
    expect(await form(path, fields)).toMatchObject({ status: 400, body: { error } });
  });

  test("a name with hidden characters is shown without them", async () => {
    const { body } = await form("device", {
      client_id: "ai-hub-vscode",
      device_name: "note\u202Ebook\n<b>",
    });
    const shown = await hub.send("GET", `/me/device-grants/${body["user_code"]}`, { headers: ana });
    expect(shown.body["device"]).toBe("notebook<b>");
  });
});

describe("a device that is signed in", () => {
  test("renews both secrets, and keeps its budgets and its place in the list", async () => {
    const first = await signIn();
    const before = await tokenOf(first["access_token"]);
    hub.clock.advance(7 * 3_600_000);
    const { body: second } = await renew(first["refresh_token"]);
    expect(await tokenOf(first["access_token"])).toBeUndefined();
    expect((await tokenOf(second["access_token"]))?.id).toBe(before?.id);
    const { body: third } = await renew(second["refresh_token"]);
    expect(await tokenOf(third["access_token"])).toBeDefined();
    const list = await hub.send("GET", "/me/tokens", { headers: ana });
    expect(list.body.data).toHaveLength(1);
    expect(list.body.data[0]).toMatchObject({ device: { client: "ai-hub-vscode" } });
  });

  test("repeats a renewal whose answer was lost within a minute", async () => {
    const first = await signIn();
    await renew(first["refresh_token"]);
    const { body: again } = await renew(first["refresh_token"]);
    expect(await tokenOf(again["access_token"])).toBeDefined();
  });

  test("processes that renew at once get the same secrets, which renew again", async () => {
    const first = await signIn();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => renew(first["refresh_token"])),
    );
    hub.clock.advance(59_000);
    const late = await renew(first["refresh_token"]);

    const [one, ...others] = answers.map(({ body }) => body);
    expect(one).toMatchObject({ expires_in: 28_800 });
    expect(others).toEqual(others.map(() => one));
    expect(late.body).toEqual({ ...one, expires_in: 28_741 });
    expect(one?.["refresh_token"]).not.toBe(first["refresh_token"]);
    hub.clock.advance(7 * 3_600_000);
    const next = await Promise.all(
      [...answers, late].map(({ body }) => renew(body["refresh_token"])),
    );
    expect(next.map(({ status }) => status)).toEqual(next.map(() => 200));
    expect(await tokenOf(next[0]?.body["access_token"])).toBeDefined();
  });

  test("hubs of one database give the same secrets for one refresh token", async () => {
    const given = readRefreshToken((await signIn())["refresh_token"] ?? "") as RefreshToken;

    const secrets = await Promise.all([1, 2, 3].map(() => renewDevice(given, hub.deps())));

    expect(secrets).toEqual(secrets.map(() => secrets[0]));
    expect((await renew(secrets[0]?.refresh)).status).toBe(200);
  });

  test("stays signed out if it ends on one hub while another renews it", async () => {
    const first = await signIn();
    const given = readRefreshToken(first["refresh_token"] ?? "") as RefreshToken;
    const deps = hub.deps();
    const { devices } = deps.store;
    const replace: typeof devices.replace = async (...change) => {
      await form("revoke", { token: first["refresh_token"] ?? "" });
      return devices.replace(...change);
    };
    const slow = { ...deps, store: { ...deps.store, devices: { ...devices, replace } } };

    await expect(renewDevice(given, slow)).rejects.toThrow("This sign-in has ended.");

    expect((await tokenOf(first["access_token"]))?.revokedAt).toBeDefined();
  });

  test("a repeated renewal does not lengthen the minute", async () => {
    const first = await signIn();
    await renew(first["refresh_token"]);
    hub.clock.advance(40_000);
    expect((await renew(first["refresh_token"])).status).toBe(200);
    hub.clock.advance(21_000);
    expect((await renew(first["refresh_token"])).body["error"]).toBe("invalid_grant");
  });

  test("is signed out when an old refresh token is used: one of two has stolen it", async () => {
    const first = await signIn();
    const { body: second } = await renew(first["refresh_token"]);
    hub.clock.advance(61_000);
    expect((await renew(first["refresh_token"])).body["error"]).toBe("invalid_grant");
    expect((await renew(second["refresh_token"])).body["error"]).toBe("invalid_grant");
    expect((await tokenOf(second["access_token"]))?.revokedAt).toBeDefined();
  });

  test("cannot be signed out by who knows only its id", async () => {
    const first = await signIn();
    const [id] = (first["refresh_token"] ?? "").split(".");
    const forged = `${id}.${"A".repeat(43)}.${"A".repeat(43)}`;
    expect((await renew(forged)).body["error"]).toBe("invalid_grant");
    expect((await form("revoke", { token: forged })).status).toBe(200);
    expect((await renew(first["refresh_token"])).status).toBe(200);
  });

  test("ends with one click, with its own sign-out, and after thirty days without a renewal", async () => {
    const [clicked, out, idle] = [await signIn(), await signIn(), await signIn()];
    const id = (await tokenOf(clicked["access_token"]))?.id ?? "";
    await hub.send("DELETE", `/me/tokens/${id}`, { headers: ana });
    expect((await renew(clicked["refresh_token"])).body["error"]).toBe("invalid_grant");
    await form("revoke", { token: out["refresh_token"] ?? "" });
    expect((await renew(out["refresh_token"])).body["error"]).toBe("invalid_grant");
    hub.clock.advance(30 * 24 * 3_600_000);
    expect((await renew(idle["refresh_token"])).body["error"]).toBe("invalid_grant");
  });

  test("is not renewed for a person who may not work any more", async () => {
    const first = await signIn();
    await hub.ask("PATCH", "/users/user_ana", { is_active: false });
    expect((await renew(first["refresh_token"])).body["error"]).toBe("invalid_grant");
  });

  test("keeps its secrets when an administrator changes its limits", async () => {
    const first = await signIn();
    const token = await tokenOf(first["access_token"]);
    const limits = { requests_per_minute: 5, tokens_per_minute: null, parallel_requests: null };
    await hub.ask("PATCH", `/tokens/${token?.id}`, { rate_limits: limits });
    const { body } = await renew(first["refresh_token"]);
    expect(await tokenOf(body["access_token"])).toMatchObject({
      rateLimits: { requestsPerMinute: 5 },
    });
  });
});
