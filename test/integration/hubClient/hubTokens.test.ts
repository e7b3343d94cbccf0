import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import {
  beginSignIn,
  canSignIn,
  type DeviceDeps,
  type DeviceSecrets,
  waitForApproval,
} from "../../../src/hub/calls/deviceSignIn.ts";
import { HubTokens } from "../../../src/hub/tokens/hubTokens.ts";
import { TokenStore } from "../../../src/hub/tokens/tokenStore.ts";
import { hashToken } from "../../../src/hubServer/auth/hubToken.ts";
import { Emitter } from "../../../src/shared/base/emitter.ts";
import { alone } from "../../../src/sharedNode/alone.ts";
import { AdminServer } from "../admin/adminServer.ts";

const hours = 3_600_000;
let hub: AdminServer;
let ana: Record<string, string>;
let device: DeviceDeps;
let folder: string;
/** What all windows keep together. */
let kept: Map<string, string>;
let windows: HubTokens[];

beforeEach(async () => {
  hub = await AdminServer.start();
  await hub.addUser({ id: "user_ana" });
  ana = await hub.sessionOf("user_ana@example.com");
  device = { baseUrl: hub.url, fetch: globalThis.fetch, clock: hub.clock, userAgent: "test" };
  folder = mkdtempSync(join(tmpdir(), "ai-hub-sign-in-"));
  kept = new Map();
  windows = [];
});
afterEach(async () => {
  windows.forEach((window) => window.dispose());
  rmSync(folder, { recursive: true, force: true });
  await hub.close();
  expect(hub.errors).toEqual([]);
});

function openWindow(): HubTokens {
  const secrets = {
    get: (key: string) => Promise.resolve(kept.get(key)),
    store: (key: string, value: string) => Promise.resolve(void kept.set(key, value)),
    delete: (key: string) => Promise.resolve(void kept.delete(key)),
    onDidChange: new Emitter<{ readonly key: string }>().event,
  };
  const window = new HubTokens({
    ...device,
    access: new TokenStore(secrets, device.clock),
    renewals: new TokenStore(secrets, device.clock, "aiHub.renewal:"),
    alone: (name, work) => alone(join(folder, encodeURIComponent(name)), work),
  });
  windows.push(window);
  return window;
}

async function approvedSecrets(): Promise<DeviceSecrets> {
  const code = await beginSignIn(device, { client: "ai-hub-vscode", name: "Code on notebook" });
  const waiting = waitForApproval(device, code, new AbortController().signal);
  const path = `/me/device-grants/${code.userCode}`;
  await hub.send("POST", path, { body: { is_approved: true }, headers: ana });
  hub.clock.advance(code.intervalMs);
  return waiting;
}

async function signedIn(): Promise<HubTokens> {
  const window = openWindow();
  await window.signIn(hub.url, hub.url, await approvedSecrets());
  return window;
}

const works = async (secret = "") =>
  (await hub.store.records.findToken(hashToken(secret)))?.revokedAt === undefined &&
  (await hub.store.records.findToken(hashToken(secret))) !== undefined;

async function renewals(): Promise<number> {
  const events = await hub.events();
  return events.filter(({ kind }) => kind === "admin.change").length;
}

describe("an editor that is signed in", () => {
  test("has a token that works, and opens the page at the hub's own address", async () => {
    const code = await beginSignIn(device, { client: "c", name: "n" });
    expect(code.page).toBe(`${hub.url}/hub/console/device?code=${code.userCode}`);
    const window = await signedIn();
    const stored = await window.get(hub.url);
    expect(stored?.isKept).toBe(true);
    expect(await works(stored?.token)).toBe(true);
  });

  test("renews before the end, once, whichever window is first", async () => {
    const one = await signedIn();
    const [two, three] = [openWindow(), openWindow()];
    const before = await one.get(hub.url);
    const changes = await renewals();
    hub.clock.advance(8 * hours - 5 * 60_000);
    const got = await Promise.all([one, two, three].map((window) => window.get(hub.url)));
    const tokens = new Set(got.map((stored) => stored?.token));
    expect(tokens.size).toBe(1);
    expect(tokens).not.toContain(before?.token);
    expect(await works(got[0]?.token)).toBe(true);
    expect((await renewals()) - changes).toBe(1);
  });

  test.each([-10, 10])("renews in time with a clock %s minutes from the hub's", async (minutes) => {
    const { startTimer } = hub.clock;
    device = { ...device, clock: { startTimer, now: () => hub.clock.now() + minutes * 60_000 } };
    const window = await signedIn();
    const before = await window.get(hub.url);
    for (let hour = 0; hour < 24; hour += 1) {
      hub.clock.advance(hours);
      expect(await works((await window.get(hub.url))?.token)).toBe(true);
    }
    expect((await window.get(hub.url))?.token).not.toBe(before?.token);
  });

  test("renews by itself in an open window", async () => {
    const window = await signedIn();
    await window.get(hub.url);
    const changes = await renewals();
    hub.clock.advance(8 * hours - 10 * 60_000);
    await expect.poll(renewals).toBe(changes + 1);
  });

  test("renews a refused token, unless another window has done so", async () => {
    const [one, two] = [await signedIn(), openWindow()];
    const old = await one.get(hub.url);
    const renewed = await one.renew(hub.url, old?.token ?? "");
    const other = await two.renew(hub.url, old?.token ?? "");
    expect(renewed?.token).not.toBe(old?.token);
    expect(other?.token).toBe(renewed?.token);
  });

  test("keeps its token while the hub does not answer, and goes on when it does", async () => {
    const window = await signedIn();
    const old = await window.get(hub.url);
    const fetch = device.fetch;
    device = { ...device, fetch: () => Promise.reject(new Error("offline")) };
    const offline = openWindow();
    device = { ...device, fetch };
    hub.clock.advance(8 * hours);
    expect((await offline.get(hub.url))?.token).toBe(old?.token);
    expect(await works((await window.get(hub.url))?.token)).toBe(true);
  });

  test("ends at the hub when the person signs out or pastes a token", async () => {
    const window = await signedIn();
    const first = await window.get(hub.url);
    expect(await window.clear(hub.url)).toBe(true);
    expect(await works(first?.token)).toBe(false);
    expect([...kept.keys()]).toEqual([]);

    await window.signIn(hub.url, hub.url, await approvedSecrets());
    const second = await window.get(hub.url);
    await window.set(hub.url, "sk_hub_pasted");
    expect(await works(second?.token)).toBe(false);
    hub.clock.advance(9 * hours);
    expect(await window.get(hub.url)).toEqual({ token: "sk_hub_pasted", isKept: true });
  });

  test("asks for a new sign-in once the hub has ended it", async () => {
    const window = await signedIn();
    const stored = await window.get(hub.url);
    const token = await hub.store.records.findToken(hashToken(stored?.token ?? ""));
    await hub.send("DELETE", `/me/tokens/${token?.id}`, { headers: ana });
    expect(await window.renew(hub.url, stored?.token ?? "")).toEqual(stored);
    expect([...kept.keys()]).toEqual([`aiHub.token:${hub.url}`]);
  });

  test("sends a refresh token to no other origin, whatever the store has", async () => {
    const window = await signedIn();
    const key = `aiHub.renewal:${hub.url}`;
    const renewal = JSON.parse(kept.get(key) ?? "") as object;
    kept.set(key, JSON.stringify({ ...renewal, baseUrl: "https://evil.example.com" }));
    hub.clock.advance(9 * hours);
    const before = await renewals();
    await window.get(hub.url);
    expect(await renewals()).toBe(before);
  });
});

describe("the sign-in", () => {
  test("ends with the person's decision", async () => {
    const code = await beginSignIn(device, { client: "c", name: "n" });
    const waiting = waitForApproval(device, code, new AbortController().signal);
    const path = `/me/device-grants/${code.userCode}`;
    await hub.send("POST", path, { body: { is_approved: false }, headers: ana });
    hub.clock.advance(code.intervalMs);
    await expect(waiting).rejects.toMatchObject({ problem: "refused" });
  });

  test("can be cancelled", async () => {
    const code = await beginSignIn(device, { client: "c", name: "n" });
    const abort = new AbortController();
    const waiting = waitForApproval(device, code, abort.signal);
    abort.abort();
    await expect(waiting).rejects.toThrow();
  });

  test("is not offered by a server that is no such hub", async () => {
    // The administration alone, which has no such metadata.
    expect(await canSignIn(device)).toBe(false);
    const nowhere = { ...device, baseUrl: `${hub.url}/nowhere` };
    await expect(beginSignIn(nowhere, { client: "c", name: "n" })).rejects.toMatchObject({
      problem: "unsupported",
    });
  });
});

test("work of one name runs alone, also after its holder died", async () => {
  const path = join(folder, "lock");
  writeFileSync(path, "999999999");
  let running = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 8 }, () =>
      alone(path, async () => {
        running += 1;
        most = Math.max(most, running);
        await Promise.resolve();
        running -= 1;
      }),
    ),
  );
  expect(most).toBe(1);
});
