import { beforeEach, expect, test } from "vitest";

import { AuthLab, token, withToken } from "./authLab.ts";

let lab: AuthLab;

beforeEach(async () => {
  lab = await AuthLab.start();
});

test("a token ends at its very moment, also one that is remembered", async () => {
  await lab.records.put("token", { ...token, expiresAt: lab.clock.now() + 500 });
  await lab.authenticator.authenticate(withToken);
  lab.clock.advance(499);
  await lab.authenticator.authenticate(withToken);
  lab.clock.advance(1);
  expect((await lab.refusalOf(withToken))[0]).toBe(401);
});

test("a token is looked up once while nothing changes", async () => {
  for (let second = 0; second < 60; second += 1) {
    await lab.authenticator.authenticate(withToken);
    lab.clock.advance(1_000);
  }
  expect(lab.records.lookups).toBe(1);
});

test("what another process revokes is refused within a second", async () => {
  await lab.authenticator.authenticate(withToken);
  await lab.records.put("token", { ...token, revokedAt: lab.clock.now() });
  lab.clock.advance(999);
  await lab.authenticator.authenticate(withToken);
  lab.clock.advance(1);
  expect((await lab.refusalOf(withToken))[0]).toBe(401);
});

test("what this process revokes is refused at once", async () => {
  await lab.authenticator.authenticate(withToken);
  await lab.records.put("token", { ...token, revokedAt: lab.clock.now() });
  lab.authenticator.forget();
  expect((await lab.refusalOf(withToken))[0]).toBe(401);
});

test("a token that is revoked while it is being looked up is not remembered as valid", async () => {
  const looking = lab.authenticator.authenticate(withToken);
  await lab.records.put("token", { ...token, revokedAt: lab.clock.now() });
  lab.authenticator.forget();
  await looking.catch(() => undefined);
  expect((await lab.refusalOf(withToken))[0]).toBe(401);
});

test("when a token was last used is written once a minute", async () => {
  const start = lab.clock.now();
  for (let second = 0; second < 120; second += 1) {
    await lab.authenticator.authenticate(withToken);
    lab.clock.advance(1_000);
  }
  expect(lab.records.touched).toEqual([
    ["tok_1", start],
    ["tok_1", start + 60_000],
  ]);
});
