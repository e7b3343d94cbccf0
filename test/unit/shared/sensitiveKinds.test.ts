import { expect, test } from "vitest";

import {
  defaultDlpPolicy,
  dlpKinds,
  olderDlpPolicy,
  readDlpPolicy,
  sensitiveKinds,
} from "../../../src/shared/guarded/sensitiveKinds.ts";

test("a policy that was stored before a kind existed gets that kind's default", () => {
  const { card: _card, ...older } = { ...defaultDlpPolicy, cpf: "allow" };
  expect(readDlpPolicy(older)).toEqual({ ...defaultDlpPolicy, cpf: "allow" });
});

test.each([undefined, null, "block", [], { cpf: "ignore", card: 1, cnpj: null }])(
  "what is no policy, or names an action that does not exist, is the default: %j",
  (stored) => {
    expect(readDlpPolicy(stored)).toEqual(defaultDlpPolicy);
  },
);

test("what a newer hub stored besides is left out", () => {
  expect(readDlpPolicy({ ...defaultDlpPolicy, passport: "block" })).toEqual(defaultDlpPolicy);
});

test("a change of some kinds keeps the others", () => {
  const before = { ...defaultDlpPolicy, email: "block" } as const;
  expect(readDlpPolicy({ cpf: "allow" }, before)).toEqual({ ...before, cpf: "allow" });
});

test("placeholders cannot be taken for one another, and their salt is no part of them", () => {
  const names = dlpKinds.map((kind) => sensitiveKinds[kind].placeholder);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) {
    expect(name).toMatch(/^[A-WYZ]{2,14}$/u);
  }
});

test("a profile that was stored before secrets were a kind allows them, and a new one alerts", () => {
  const { secret: _secret, ...older } = defaultDlpPolicy;
  expect(readDlpPolicy(older, olderDlpPolicy).secret).toBe("allow");
  expect(readDlpPolicy({ secret: "quarantine" }, olderDlpPolicy).secret).toBe("alert");
  expect(readDlpPolicy(older).secret).toBe("alert");
});
