import * as fc from "fast-check";
import { expect, test } from "vitest";

import { readOptions } from "../../../../../src/mcp/programOptions.ts";
import { programText } from "../../../../../src/seller/client/programTexts.ts";
import {
  listChoicesSchema,
  readChosen,
} from "../../../../../src/seller/contract/lists/listChoice.ts";
import { isRecord } from "../../../../../src/shared/base/json.ts";

const name = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.constantFrom("__proto__", "constructor", "data", "0", "a'b", "ção\u202E"),
);
const path = fc.array(name, { maxLength: 6 });

/** The value below these names, as JSON would make it, perhaps with a text of JSON on the way. */
function wrapped(value: unknown, [first, ...rest]: readonly string[], asText: boolean): unknown {
  if (first === undefined) {
    return value;
  }
  const inner = wrapped(value, rest, asText);
  return Object.fromEntries([
    ["beside", [{ x: 1 }]],
    [first, asText ? JSON.stringify(inner) : inner],
  ]);
}

test("a list is read from any wrapper, under any names of its fields", () => {
  const stocks = fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(path, fc.tuple(path, path), stocks, fc.boolean(), (to, paths, values, asText) => {
      const from = { code: ["c", ...paths[0]], quantity: ["q", ...paths[1]] };
      const entries = values.map(([c, q]) => ({
        ...(wrapped(c, from.code, false) as object), // an object: the path is not empty
        ...(wrapped(q, from.quantity, false) as object),
      }));
      const fields = { codigoProdutoMarketplace: from.code, quantidadeEstoque: from.quantity };
      const read = readChosen(wrapped(entries, to, asText), { path: to, fields });
      expect(
        read?.map((one) => [one["codigoProdutoMarketplace"], one["quantidadeEstoque"]]),
      ).toEqual(values);
    }),
  );
});

test("any answer is read or refused, and never read as empty if there is something in it", () => {
  fc.assert(
    fc.property(fc.jsonValue(), path, path, (answer, to, from) => {
      const read = readChosen(answer, { path: to, fields: { descricao: from } });
      const isEmpty = answer === null || answer === "" || (Array.isArray(answer) && !answer.length);
      expect(read === undefined || read.length > 0 || isEmpty || hasEmptyList(answer)).toBe(true);
    }),
  );
});

function hasEmptyList(value: unknown): boolean {
  const plain: unknown = typeof value === "string" ? parsed(value) : value;
  return Array.isArray(plain)
    ? plain.length === 0 || plain.some(hasEmptyList)
    : isRecord(plain) && Object.values(plain).some(hasEmptyList);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const choice = { path: ["lista"], fields: { quantidadeEstoque: ["saldo"] } };

test.each([
  ["nothing", undefined, []],
  ["an empty list", { lista: [] }, []],
  ["another place", { itens: [{ saldo: 1 }] }, undefined],
  ["a renamed field", { lista: [{ qtd: 1 }] }, undefined],
  ["no list", { lista: "x" }, undefined],
  ["records by their codes", { lista: { A1: { saldo: 1 } } }, [{ saldo: 1, quantidadeEstoque: 1 }]],
] as const)("%s", (_, answer, read) => {
  expect(readChosen(answer, choice)).toEqual(read);
});

test("a field that only some entries of a later page have is no reason to refuse it", () => {
  const fields = { quantidadeEstoque: ["saldo"], codigoProdutoMarketplace: ["cod"] };
  expect(readChosen([{ cod: 1 }], { path: [], fields }, true)).toBeUndefined();
  expect(readChosen([{ cod: 1 }], { path: [], fields }, false)).toHaveLength(1);
});

test("a choice comes through the texts for programs as it was, whatever its names are", () => {
  fc.assert(
    fc.property(path, path, (to, from) => {
      const lists = { listStock: { path: to, fields: { quantidadeEstoque: from } } };
      expect(readOptions([], variables(lists)).environment.lists).toEqual(lists);
    }),
  );
});

test("a choice that is not understood ends the program with the variable's name", () => {
  const env = variables(undefined);
  for (const text of ["{", "[]", '{"getOrder":{"path":[]}}', '{"listStock":{"path":"a"}}']) {
    expect(() => readOptions([], { ...env, AI_HUB_SELLER_LISTS: text })).toThrow(
      "AI_HUB_SELLER_LISTS",
    );
  }
});

/** The environment variables of the MCP configuration, with a secret. */
function variables(lists: unknown): Readonly<Record<string, string>> {
  const { text } = programText("mcp", {
    environment: {
      name: "x",
      kind: "sandbox",
      baseUrl: "https://portal.example.com",
      codigoSeller: 1,
      ...(lists !== undefined && { lists: listChoicesSchema.parse(lists) }),
    },
    clientId: "id",
    mcpPath: "mcp.mjs",
  });
  const { mcpServers } = JSON.parse(text) as {
    mcpServers: { "ai-hub-seller": { env: Record<string, string> } };
  };
  return { ...mcpServers["ai-hub-seller"].env, AI_HUB_SELLER_CLIENT_SECRET: "s" };
}
