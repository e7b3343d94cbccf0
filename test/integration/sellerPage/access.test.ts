import { randomBytes } from "node:crypto";

import { expect, test } from "vitest";

import { SellerDesks } from "../../../src/extension/seller/environments/sellerDesks.ts";
import { SellerCredentials } from "../../../src/extension/seller/environments/sellerSecrets.ts";
import { TokenStore } from "../../../src/hub/tokens/tokenStore.ts";
import { PortalTokens } from "../../../src/seller/client/portalTokens.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";
import { Emitter } from "../../../src/shared/base/emitter.ts";
import { startSandbox } from "../../support/sandboxServer.ts";

/** Like an editor: what was stored is reported later, when the store is asked to. */
function lateSecrets() {
  const values = new Map<string, string>();
  const changed = new Emitter<{ readonly key: string }>();
  const late: string[] = [];
  return {
    get: (key: string) => Promise.resolve(values.get(key)),
    store: (key: string, value: string) => {
      late.push(key);
      return Promise.resolve(void values.set(key, value));
    },
    delete: (key: string) => Promise.resolve(void values.delete(key)),
    onDidChange: changed.event,
    report: () => late.splice(0).forEach((key) => changed.fire({ key })),
  };
}

async function desksWith(secrets: ReturnType<typeof lateSecrets>) {
  const portal = await startSandbox({ clock: systemClock, random: randomBytes, port: 0 });
  const environment = (id: string) => ({
    id,
    name: id,
    kind: "sandbox",
    baseUrl: portal.url,
    codigoSeller: portal.sandbox.codigoSeller,
  });
  const credentials = new SellerCredentials(new TokenStore(secrets, systemClock, "seller:"));
  let choice = "one";
  const desks = new SellerDesks({
    setting: {
      get: () => [environment("one"), environment("two")],
      onDidChange: () => ({ dispose: () => {} }),
    },
    credentials,
    tokens: new PortalTokens({ fetch, clock: systemClock }),
    localHub: undefined,
    choice: {
      get: () => choice,
      set: (id) => {
        choice = id;
      },
    },
    fetch,
    clock: systemClock,
    userAgent: "test",
  });
  return { portal, desks, credentials };
}

test("after credentials are set the state is right, also once the editor reports them late", async () => {
  const secrets = lateSecrets();
  const { portal, desks, credentials } = await desksWith(secrets);
  const profile = desks.selected;
  if (!profile) {
    throw new Error("There is no environment");
  }
  await desks.checkAccess();
  expect(desks.accessOf("one")).toMatchObject({ kind: "failed", error: { kind: "noCredentials" } });
  await credentials.set(profile, portal.sandbox);
  const checked = desks.checkAccess();
  secrets.report();
  await checked;
  expect(desks.accessOf("one").kind).toBe("known");
  // A second report, of another window, does not leave it unchecked.
  await credentials.set(profile, portal.sandbox);
  secrets.report();
  await expect.poll(() => desks.accessOf("one").kind).toBe("known");
  await portal.close();
});

test("an environment that is left while it is checked is not shown as being checked", async () => {
  const { portal, desks } = await desksWith(lateSecrets());
  const checked = desks.checkAccess();
  desks.select("two");
  await checked;
  expect([desks.accessOf("one").kind, desks.accessOf("two").kind]).toEqual(["unchecked", "failed"]);
  await portal.close();
});
