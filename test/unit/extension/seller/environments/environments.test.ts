import { expect, test } from "vitest";

import {
  freeId,
  idsIn,
  localProfile,
  readProfiles,
  withEntry,
  withListChoice,
} from "../../../../../src/extension/seller/environments/environments.ts";

const entry = {
  id: "prod",
  name: "Loja",
  kind: "production",
  baseUrl: "https://portal.example.com/",
  codigoSeller: 1001,
};

test("an entry becomes a profile with its address as the client takes it", () => {
  expect(readProfiles([entry])).toEqual({
    problems: [],
    profiles: [
      {
        ...entry,
        baseUrl: "https://portal.example.com",
        origin: "https://portal.example.com",
        isLocal: false,
      },
    ],
  });
});

test.each([
  ["text instead of a list", "x", 1, "", "shape"],
  ["no object", [7], 1, "", "shape"],
  ["an unknown field, such as a secret", [{ ...entry, clientSecret: "x" }], 1, "", "shape"],
  ["a kind that is none", [{ ...entry, kind: "test" }], 1, "kind", "shape"],
  ["a seller code as text", [{ ...entry, codigoSeller: "1001" }], 1, "codigoSeller", "shape"],
  [
    "plain http elsewhere",
    [{ ...entry, baseUrl: "http://portal.example.com" }],
    1,
    "baseUrl",
    "address",
  ],
  [
    "a list that the portal has not",
    [{ ...entry, lists: { orders: { path: [] } } }],
    1,
    "lists",
    "shape",
  ],
  [
    "a field that the list has not",
    [{ ...entry, lists: { listStock: { path: [], fields: { saldo: ["x"] } } } }],
    1,
    "lists",
    "shape",
  ],
  [
    "a path without an end",
    [{ ...entry, lists: { listStock: { path: Array(9).fill("a") } } }],
    1,
    "lists",
    "shape",
  ],
  ["an id twice", [entry, entry], 2, "id", "duplicate"],
  ["the local sandbox's id", [{ ...entry, id: "local-sandbox" }], 1, "id", "duplicate"],
] as const)("%s is a problem with its place", (_, setting, ...[number, field, reason]) => {
  expect(readProfiles(setting).problems).toEqual([{ entry: number, field, reason }]);
});

test("a wrong entry does not take the others along", () => {
  const { profiles, problems } = readProfiles([{ ...entry, kind: "x" }, entry]);
  expect(profiles.map(({ id }) => id)).toEqual(["prod"]);
  expect(problems).toHaveLength(1);
});

test("a local hub without the lab offers no sandbox", () => {
  const hub = {
    schema: 1 as const,
    url: "http://127.0.0.1:8787",
    token: "sk_hub_12345678",
    pid: 1,
    nonce: "0123456789abcdef",
    startedAt: 0,
    version: "1",
  };
  const seller = { clientId: "c", clientSecret: "s", codigoSeller: 1001, numeroPedido: 5 };
  expect(localProfile(hub)).toBeUndefined();
  expect(localProfile({ ...hub, seller })).toMatchObject({
    kind: "sandbox",
    baseUrl: hub.url,
    codigoSeller: 1001,
    isLocal: true,
  });
});

test("a new entry keeps the others as they are, wrong ones too", () => {
  const added = { ...entry, id: "new", kind: "sandbox" as const };
  expect(withEntry([7, entry], added)).toEqual([7, entry, added]);
  expect(withEntry("x", added)).toEqual([added]);
});

test("an id is made of the name, and is nobody else's", () => {
  expect(freeId("Loja São José", [])).toBe("loja-sao-jose");
  expect(freeId("Loja", ["loja", "loja-2"])).toBe("loja-3");
  expect(freeId("***", [])).toBe("environment");
});

test("a choice for a list is kept in its environment only, replaced and forgotten", () => {
  const other = { ...entry, id: "hml" };
  const choice = { path: ["lista"] };
  const kept = withListChoice([7, entry, other], "prod", { list: "listStock", choice });
  expect(kept).toEqual([7, { ...entry, lists: { listStock: choice } }, other]);
  const second = withListChoice(kept, "prod", { list: "listPrices", choice });
  const first = { list: "listStock", choice: undefined } as const;
  expect(withListChoice(second, "prod", first)[1]).toEqual({
    ...entry,
    lists: { listPrices: choice },
  });
  expect(withListChoice(kept, "prod", first)[1]).toEqual(entry);
});

test("a new environment never takes the id of an entry that cannot be used", () => {
  const setting = [{ ...entry, id: "loja", baseUrl: "http://portal.example.com" }, 7, { id: 7 }];
  expect(readProfiles(setting).profiles).toEqual([]);
  expect(freeId("Loja", idsIn(setting))).toBe("loja-2");
  expect(idsIn("x")).toEqual([]);
});
