import type { ContentBlock } from "@agentclientprotocol/sdk";
import { expect, test } from "vitest";

import { promptContent } from "../../../../src/agentCli/acp/acpPrompt.ts";
import { messageOf } from "../../../../src/agentCli/run/promptContent.ts";

const image: ContentBlock = { type: "image", data: "AAAA", mimeType: "image/png" };
const text: ContentBlock = { type: "text", text: "What is this?" };
const link = (uri: string): ContentBlock => ({ type: "resource_link", uri, name: "x" });
const sees = { takesImages: true };

test("images go along behind the text, to models that take them", () => {
  expect(messageOf(promptContent([image, text], sees))).toEqual([
    { type: "text", text: "What is this?" },
    { type: "image", mimeType: "image/png", base64: "AAAA" },
  ]);
  expect(messageOf(promptContent([image], sees))).toHaveLength(1);
  expect(() => promptContent([image], { takesImages: false })).toThrow("takes no images");
});

test.each<[string, ContentBlock[]]>([
  ["another type", [{ ...image, mimeType: "image/svg+xml" }]],
  ["no Base64", [{ ...image, data: "<svg>" }]],
  ["too large", [{ ...image, data: "A".repeat(7_000_001) }]],
  ["too many", Array.from({ length: 11 }, () => image)],
  ["sound", [{ type: "audio", data: "AAAA", mimeType: "audio/wav" }]],
  ["bytes", [{ type: "resource", resource: { uri: "file:///a", blob: "AAAA" } }]],
  ["nothing", [{ type: "text", text: " " }]],
])("refused: %s", (_name, blocks) => {
  expect(() => promptContent(blocks, sees)).toThrow("Invalid params");
});

test("an address is named as it is, on one line and without quotes that end early", () => {
  expect(promptContent([link("file:///w/a%20b.ts#L3")], sees).text).toBe("`/w/a b.ts#L3`");
  expect(promptContent([link("https://e.com/`\n`x")], sees).text).toBe("`https://e.com/x`");
});

test("a file with very many backticks is refused for its length alone", () => {
  const resource = { uri: "file:///w/a.md", text: "a`".repeat(1_000_000) };
  expect(() => promptContent([{ type: "resource", resource }], sees)).toThrow("Invalid params");
});
