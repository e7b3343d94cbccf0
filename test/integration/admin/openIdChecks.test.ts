import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { Changes } from "../../../src/hubServer/admin/base/changes.ts";
import { OpenIdChecks } from "../../../src/hubServer/admin/openId/openIdChecks.ts";
import { ApiAuthenticator } from "../../../src/hubServer/auth/apiAuthenticator.ts";
import type { OpenIdConfig } from "../../../src/hubServer/config/openIdConfig.ts";
import { ApiError } from "../../../src/hubServer/http/apiError.ts";
import type { HubRequest } from "../../../src/hubServer/http/message.ts";
import { deviceGrantType } from "../../../src/shared/hubApi/deviceGrant.ts";
import { AdminServer, headersOf } from "./adminServer.ts";
import { ana, configOf, expectNobody, signInAt } from "./openIdLab.ts";
import { OpenIdProvider } from "./openIdProvider.ts";

let provider: OpenIdProvider;
let hub: AdminServer;
let config: OpenIdConfig;

const start = async (changes: Partial<OpenIdConfig> = {}): Promise<void> => {
  config = { ...configOf(provider), ...changes };
  hub = await AdminServer.start({ openId: config });
  await hub.addUser({ id: "user_ana" });
};

beforeEach(async () => {
  provider = new OpenIdProvider();
  await provider.listen();
  provider.person = { ...ana, groups: ["developers"] };
  await start();
});
afterEach(async () => {
  await hub.close();
  await provider.close();
});

interface Person {
  readonly headers: Record<string, string>;
  readonly access: string;
  readonly refresh: string;
}

async function form(path: string, fields: Record<string, string>): Promise<Record<string, string>> {
  const body = new URLSearchParams(fields);
  const answer = await fetch(`${hub.url}/hub/admin/v1/oauth/${path}`, { method: "POST", body });
  return (await answer.json()) as Record<string, string>;
}

async function signIn(): Promise<Record<string, string>> {
  const answer = await signInAt(hub);
  const csrf = answer.headers.get("location")?.split("#page=")[1] ?? "";
  return { cookie: headersOf(answer)["cookie"] ?? "", "x-csrf-token": csrf };
}

/** At the provider, and then with a device. */
async function signInWithDevice(): Promise<Person> {
  const headers = await signIn();
  const grant = await form("device", { client_id: "ai-hub-vscode" });
  const path = `/me/device-grants/${grant["user_code"]}`;
  await hub.send("POST", path, { body: { is_approved: true }, headers });
  const fields = { grant_type: deviceGrantType, device_code: grant["device_code"] ?? "" };
  const tokens = await form("token", fields);
  return {
    headers,
    access: tokens["access_token"] ?? "",
    refresh: tokens["refresh_token"] ?? "",
  };
}

const renew = (refresh: string) =>
  form("token", { grant_type: "refresh_token", refresh_token: refresh });

/** Empty where the API takes the token, else why not. */
async function refusalOf(token: string): Promise<string> {
  const { store, clock } = hub;
  const { failures, onError } = hub.deps();
  const authenticator = new ApiAuthenticator({ records: store.records, clock, failures, onError });
  const header = (name: string): string | undefined =>
    name === "authorization" ? `Bearer ${token}` : undefined;
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the authenticator reads
    await authenticator.authenticate({ id: "req", path: "/hub/v1/models", header } as HubRequest);
    return "";
  } catch (error) {
    return error instanceof ApiError ? error.message : "?";
  }
}

function newChecks(changes: Partial<OpenIdConfig> = {}): OpenIdChecks {
  const checks = new OpenIdChecks(
    { ...config, ...changes },
    { ...hub.deps(), openId: config },
    new Changes(() => undefined),
  );
  // Without its own timer: the test says when.
  checks.stop();
  return checks;
}

async function pass(minutes: number, ...all: readonly OpenIdChecks[]): Promise<void> {
  for (let tick = 0; tick < minutes * 2; tick += 1) {
    hub.clock.advance(30_000);
    await Promise.all(all.map((checks) => checks.run()));
  }
}

const ended = "The sign-in of this device has ended. Sign in again.";

describe("within five minutes, without a sign-in,", () => {
  test("a person whom the provider locks out has no device, token or session any more", async () => {
    const person = await signInWithDevice();
    const made = await hub.send("POST", "/me/tokens", {
      body: { name: "script" },
      headers: person.headers,
    });
    const checks = newChecks();
    await pass(60, checks);
    expect([await refusalOf(person.access), await refusalOf(made.body.token)]).toEqual(["", ""]);
    provider.faults = { refuses: true };
    await pass(5, checks);
    expect(await refusalOf(person.access)).toBe(ended);
    expect((await renew(person.refresh))["error"]).toBe("invalid_grant");
    expect(await refusalOf(made.body.token)).toContain("not active");
    expect((await hub.send("GET", "/session", { headers: person.headers })).status).toBe(401);
    expect((await hub.signIn("user_ana@example.com")).status).toBe(401);
    const audit = JSON.stringify(await hub.events());
    expect(audit).toContain('"fields":"refused_at"');

    provider.faults = {};
    const again = await signInWithDevice();
    expect(await refusalOf(again.access)).toBe("");
    expect(await refusalOf(made.body.token)).toBe("");
    expect((await renew(person.refresh))["error"]).toBe("invalid_grant");
    expect(hub.errors).toEqual([]);
  });

  test.each([false, true])("so does a person who left the group (userinfo: %s)", async (isInfo) => {
    await hub.close();
    await start({ groups: ["developers", "architects"] });
    provider.faults = { hasUserInfoOnly: isInfo };
    const { access } = await signInWithDevice();
    const checks = newChecks();
    await pass(10, checks);
    expect(await refusalOf(access)).toBe("");
    provider.person = { ...ana, groups: ["visitors"] };
    await pass(5, checks);
    expect(await refusalOf(access)).toBe(ended);
    expectNobody(await signInAt(hub), "refused");
  });
});

test("who is in none of the groups does not sign in; the claim may have another name", async () => {
  await hub.close();
  await start({ groups: ["developers"], groupsClaim: "roles" });
  expectNobody(await signInAt(hub), "refused");
  provider.person = { ...ana, roles: "developers" };
  expect((await signInAt(hub)).headers.get("location")).toContain("#page=");
});

test("while the provider is down people work on, and it is asked again afterwards", async () => {
  const { access, refresh } = await signInWithDevice();
  const checks = newChecks();
  provider.faults = { tokenStatus: 503 };
  await pass(60, checks);
  expect(await refusalOf(access)).toBe("");
  expect(hub.errors.length).toBeGreaterThan(10);
  provider.faults = {};
  await pass(5, checks);
  expect((await renew(refresh))["access_token"]).toMatch(/^sk_hub_/u);
  provider.faults = { refuses: true };
  await pass(5, checks);
  expect(await refusalOf(access)).not.toBe("");
});

test("two hubs ask once, and never use an old refresh token, which the provider would refuse", async () => {
  const { access } = await signInWithDevice();
  const before = provider.requests.filter((path) => path === "/token").length;
  await pass(60, newChecks(), newChecks());
  expect(await refusalOf(access)).toBe("");
  const asked = provider.requests.filter((path) => path === "/token").length - before;
  expect(asked).toBe(15);
});

test("the provider's refresh token is nowhere in the database, and another client secret ends it", async () => {
  const { access } = await signInWithDevice();
  const files = ["hub.db", "hub.db-wal"].map((name) => join(hub.folder, name));
  const bytes = Buffer.concat(files.map((file) => readFileSync(file)));
  expect(bytes.includes("openid_grant")).toBe(true);
  expect(bytes.includes("refresh-")).toBe(false);
  await pass(5, newChecks({ clientSecret: "another" }));
  expect(await refusalOf(access)).toBe(ended);
});

test("a device of a person whom the hub cannot ask about ends with its first token", async () => {
  provider.faults = { hasNoRefresh: true };
  const { access, refresh } = await signInWithDevice();
  expect(await refusalOf(access)).toBe("");
  expect((await renew(refresh))["error"]).toBe("invalid_grant");
  hub.clock.advance(8 * 3_600_000);
  expect(await refusalOf(access)).toBe(ended);
});

test.each([-600, 600])(
  "a provider whose clock is %s seconds ahead can sign in",
  async (seconds) => {
    provider.faults = { aheadSeconds: seconds };
    const { access } = await signInWithDevice();
    await pass(5, newChecks());
    expect(await refusalOf(access)).toBe("");
  },
);
