import * as fc from "fast-check";
import { expect, test } from "vitest";

import { readableJson, reportOf } from "../../../src/context/requestReport.ts";

test("counts bytes of UTF-8 and names every invisible character", () => {
  const text = "a\u202Eb\u202Ec\u{E0041}é";
  const body = JSON.stringify({ text });
  expect(reportOf(body, [text])).toMatchObject({
    bytes: Buffer.byteLength(body),
    invisible: [
      { codePoint: "U+202E", count: 2 },
      { codePoint: "U+E0041", count: 1 },
    ],
  });
});

test("the readable form shows invisible characters as escapes and means the same", () => {
  const value = { messages: [{ content: "a\u200Bb\u{E0041} é 👩‍💻" }] };
  const shown = readableJson(JSON.stringify(value));
  expect(shown).toContain("a\\u200bb\\udb40\\udc41 é 👩‍💻");
  expect(JSON.parse(shown)).toEqual(value);
});

test("the readable form is indented like any JSON, whatever the request holds", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const visible = JSON.stringify(value, undefined, 2).replaceAll(/[^ -~\n]/gu, "?");
      const shown = readableJson(JSON.stringify(value)).replaceAll(/[^ -~\n]/gu, "?");
      return shown.includes("\\u") || shown === visible;
    }),
  );
});

test("a key is shown as it is sent, although the engine reads it wrongly after another text", () => {
  JSON.parse(String.raw`{"h":[],"\\":0}`);
  expect(readableJson(String.raw`{"h":1,"\"":2}`)).toBe(String.raw`{
  "h": 1,
  "\"": 2
}`);
});
