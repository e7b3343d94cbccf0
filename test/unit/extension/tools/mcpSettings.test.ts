import { expect, test } from "vitest";

import { mcpSettings, secretEnv } from "../../../../src/extension/tools/mcpSettings.ts";
import { readOptions } from "../../../../src/mcp/programOptions.ts";
import type { WriteLimits } from "../../../../src/seller/chatTools/writeGate.ts";
import type { SellerEnvironment } from "../../../../src/seller/client/environment.ts";

const environment: SellerEnvironment = {
  name: "Loja São Paulo",
  kind: "production",
  baseUrl: "https://portal.example.com/api",
  codigoSeller: 1001,
  codigoUsuario: 7,
  ambiente: "PRD",
};

const limits: WriteLimits = {
  access: "write",
  maxWrites: 3,
  maxPriceChange: 15.5,
  maxStockChange: 60.5,
  zeroStock: "ask",
};

const withoutNull = (
  env: Readonly<Record<string, string | null>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );

test("the program understands what the editor starts it with", () => {
  const { flags, env } = mcpSettings(environment, limits);
  const secrets = secretEnv({ clientId: "id", clientSecret: "CANARY" });
  expect(readOptions(flags, { ...withoutNull(env), ...secrets })).toEqual({
    environment,
    clientId: "id",
    clientSecret: "CANARY",
    // Its refusals name the flags that it understands.
    limits: {
      ...limits,
      maxPriceChange: 15,
      maxStockChange: 60,
      ways: {
        access: expect.stringContaining("--allow-writes") as string,
        maxWrites: expect.stringContaining("--max-writes") as string,
        maxPriceChange: expect.stringContaining("--max-price-change") as string,
        maxStockChange: expect.stringContaining("--max-stock-change") as string,
        zeroStock: expect.stringContaining("--zero-stock") as string,
      },
    },
    masks: true,
  });
});

test("where tools may only read, so may the program", () => {
  const { flags } = mcpSettings(environment, { ...limits, access: "read" });
  expect(flags).toEqual([]);
});

test("what the editor lists has no secret", () => {
  expect(Object.keys(mcpSettings(environment, limits).env).join()).not.toMatch(/SECRET|CLIENT/u);
});
