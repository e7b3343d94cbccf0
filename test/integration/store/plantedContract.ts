import { expect, test } from "vitest";

import type { DeviceGrant, SessionRecord } from "../../../src/hubServer/store/records.ts";
import type { Store } from "../../../src/hubServer/store/store.ts";
import { noon, putOrganisation, token, type StoreFixture } from "./storeFixture.ts";

const session: SessionRecord = {
  hash: "5e".repeat(32),
  userId: "user-1",
  csrfToken: "csrf",
  createdAt: noon,
  expiresAt: noon + 1_000,
};

const grant: DeviceGrant = {
  userCodeHash: "user-code",
  deviceCodeHash: "device-code",
  client: "ai-hub",
  deviceName: "notebook",
  address: "10.0.0.1",
  createdAt: noon,
  expiresAt: noon + 1_000,
};

const device = {
  ...token,
  device: {
    client: "ai-hub",
    familyHash: "fa".repeat(32),
    refreshHash: "ef".repeat(32),
    renewedAt: noon,
    refreshUntil: noon + 1_000_000,
  },
};

/** What a row grants that was written past a running hub: nothing. */
export function describePlanted(
  openStore: () => Promise<Store>,
  fixture: () => StoreFixture,
): void {
  test.each([
    ["of another person", "UPDATE session SET user_id = 'admin'"],
    ["that lasts longer", `UPDATE session SET expires_at = ${noon + 9_000}`],
    [
      "of nobody",
      `UPDATE session SET hash = '${session.hash}', seal = NULL WHERE user_id = 'user-1'`,
    ],
  ])("a session %s, written past the hub, is none", async (_what, sql) => {
    const { sessions } = await openStore();
    await sessions.create(session);
    expect(await sessions.find(session.hash, noon)).toEqual(session);

    await fixture().execute(sql);

    expect(await sessions.find(session.hash, noon)).toBeUndefined();
  });

  test.each([
    ["approved", "UPDATE device_grant SET user_id = 'admin'"],
    ["of another device", "UPDATE device_grant SET device_code = 'device-code', client = 'other'"],
    ["without a seal", "UPDATE device_grant SET seal = NULL"],
  ])("a grant of a device that is %s past the hub is none", async (_what, sql) => {
    const { grants } = await openStore();
    await grants.begin(grant, 5);

    await fixture().execute(sql);

    expect(await grants.findPending(grant.userCodeHash, noon)).toBeUndefined();
    const approved = { kind: "approved", userId: "user-1" } as const;
    expect(await grants.decide(grant.userCodeHash, approved, noon)).toBe(false);
    expect(await grants.take(grant.deviceCodeHash, noon)).toBeUndefined();
  });

  test.each([
    ["a refresh token", `UPDATE record SET body = replace(body, '${"ef".repeat(32)}', 'known')`],
    ["another person", `UPDATE record SET body = replace(body, '"user-1"', '"admin"')`],
    ["no seal", "UPDATE record SET seal = NULL"],
  ])("a signed-in device that gets %s past the hub is revoked", async (_what, sql) => {
    const store = await openStore();
    await putOrganisation(store);
    await store.records.put("token", device);
    expect(await store.records.get("token", device.id)).toEqual(device);

    await fixture().execute(`${sql} WHERE kind = 'token'`);

    expect(await store.records.get("token", device.id)).toMatchObject({ revokedAt: 0 });
    expect(await store.records.findToken(device.hash)).toMatchObject({ revokedAt: 0 });
    expect(await store.records.list("token")).toMatchObject([{ revokedAt: 0 }]);
  });

  test("two hubs replace a device one after the other, and make the same secrets of it", async () => {
    const [one, other] = [await openStore(), await openStore()];
    await putOrganisation(one);
    await one.records.put("token", device);
    await one.records.touchToken(device.id, noon + 1);
    const event = { kind: "admin.change", time: noon, detail: {} } as const;
    const changes = [one, other].map(({ devices }, at) =>
      devices.replace(device, { ...device, hash: `${at}f`.repeat(32) }, event),
    );

    expect((await Promise.all(changes)).filter(Boolean)).toEqual([true]);

    expect(await one.devices.replace(device, device, event)).toBe(false);
    const [secret, ...others] = [
      one.devices.secretOf("a", "b"),
      other.devices.secretOf("a", "b"),
      one.devices.secretOf("ab"),
    ];
    expect(others).toEqual([secret, expect.not.stringMatching(`^${secret}$`)]);
  });

  test("devices of an older hub stay signed in after its update, and none is planted later", async () => {
    const store = await openStore();
    await putOrganisation(store);
    await store.records.put("token", device);
    await fixture().execute("UPDATE record SET seal = NULL");

    await store.sealDevices();
    expect(await store.records.get("token", device.id)).toEqual(device);

    await fixture().execute("UPDATE record SET seal = NULL");
    await store.sealDevices();
    expect(await store.records.get("token", device.id)).toMatchObject({ revokedAt: 0 });
  });
}
