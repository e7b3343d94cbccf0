import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { manifestTools } from "../../../scripts/manifestTools.ts";
import { root } from "../../../scripts/paths.ts";
import {
  filterArgument,
  sellerToolDefinitions,
} from "../../../src/seller/chatTools/toolDefinitions.ts";
import { sellerTools } from "../../../src/seller/contract/toolSchemas.ts";

interface ManifestTool {
  readonly displayName: string;
}

const read = (name: string): unknown => JSON.parse(readFileSync(join(root, name), "utf8"));

const { contributes } = read("package.json") as {
  readonly contributes: { readonly languageModelTools: readonly ManifestTool[] };
};

test("the manifest declares the fourteen tools of the contract; `npm run manifest` writes them", () => {
  expect(contributes.languageModelTools).toEqual(JSON.parse(JSON.stringify(manifestTools())));
  expect(contributes.languageModelTools).toHaveLength(14);
});

test("a tool takes what the contract says, and lists can be searched besides", () => {
  for (const [index, { call, inputSchema }] of sellerToolDefinitions.entries()) {
    const { properties, ...rest } = inputSchema as { readonly properties: object };
    const { [filterArgument]: filter, ...fields } = properties as Record<string, unknown>;
    expect({ ...rest, properties: fields }).toEqual({ ...sellerTools[index]?.parameters });
    expect(filter !== undefined).toBe(call.startsWith("list"));
  }
});

test.each([
  ["package.nls.json", "en"],
  ["package.nls.pt-br.json", "ptBr"],
] as const)("%s names every tool as the seller view does", (file, language) => {
  const words = read(file) as Readonly<Record<string, string>>;
  const named = contributes.languageModelTools.map(({ displayName }) =>
    words[displayName.replaceAll("%", "")]?.replace(/^[^:]+: /u, ""),
  );
  expect(named).toEqual(sellerToolDefinitions.map(({ title }) => title[language]));
});
