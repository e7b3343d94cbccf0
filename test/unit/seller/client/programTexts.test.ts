import { expect, test } from "vitest";

import { readOptions } from "../../../../src/mcp/programOptions.ts";
import { programText, programTexts } from "../../../../src/seller/client/programTexts.ts";
import { sellerCall, sellerCallIds } from "../../../../src/seller/contract/calls.ts";

const options = {
  environment: {
    name: "Loja\nFOO=bar",
    kind: "production",
    baseUrl: "https://portal.example/api",
    codigoSeller: 1001,
  },
  clientId: "client-7",
  mcpPath: "/ext/dist/mcp.mjs",
} as const;

test("a .http file has every call once, with the seller's code and no open placeholder", () => {
  const { text } = programText("http", options);
  for (const id of sellerCallIds) {
    expect(text.split(`### ${sellerCall(id).title.en}\n`)).toHaveLength(2);
  }
  expect(text).toContain("GET {{baseUrl}}/portal-seller/precos/buscar?codigoSeller=1001");
  expect(text).not.toMatch(/\/\{[a-z]/iu);
  expect(text).toContain('"valorPrecoBase": 1.5');
  // A percent sign would look the name up in the REST client's settings first.
  expect(text).toContain("client_secret={{$dotenv AI_HUB_SELLER_CLIENT_SECRET}}");
});

test("the MCP configuration starts our server once the secret is filled in", () => {
  const { mcpServers } = JSON.parse(programText("mcp", options).text) as {
    mcpServers: Record<string, { args: string[]; env: Record<string, string> }>;
  };
  const { args, env } = mcpServers["ai-hub-seller"] ?? { args: [], env: {} };
  expect([args, env["AI_HUB_SELLER_CLIENT_SECRET"]]).toEqual([["/ext/dist/mcp.mjs"], ""]);
  const { environment, limits } = readOptions([], { ...env, AI_HUB_SELLER_CLIENT_SECRET: "s" });
  expect(environment).toMatchObject({ kind: "production", baseUrl: options.environment.baseUrl });
  expect(limits.ways?.zeroStock).toContain("--zero-stock");
});

test("a .env has one line for each variable, whatever the environment is called", () => {
  const lines = programText("env", options).text.trimEnd().split("\n");
  expect(lines.every((line) => line.startsWith("AI_HUB_SELLER_"))).toBe(true);
  expect(lines).toContain("AI_HUB_SELLER_CLIENT_SECRET=");
  expect(lines).toContain("AI_HUB_SELLER_CLIENT_ID=client-7");
});

test("the OpenAPI document is of this environment", () => {
  expect(JSON.parse(programText("openApi", options).text)).toMatchObject({
    servers: [{ url: options.environment.baseUrl }],
  });
  expect(programTexts).toHaveLength(4);
});
