import * as fc from "fast-check";
import { expect, test } from "vitest";

import { indentJson } from "../../../../src/webview/seller/indentJson.ts";

test("any JSON is the same JSON when it is indented, one value a line", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const text = JSON.stringify(value);
      expect(JSON.parse(indentJson(text))).toEqual(JSON.parse(text));
    }),
    { numRuns: 1_000 },
  );
  expect(indentJson('{"a":[1,{}],"b":"x, {y}"}')).toBe(
    '{\n  "a": [\n    1,\n    {}\n  ],\n  "b": "x, {y}"\n}',
  );
});

test("a cut text is indented as far as it goes, and digits keep their spelling", () => {
  expect(indentJson('[{"valor":10.50,"nome":"Caf')).toBe(
    '[\n  {\n    "valor": 10.50,\n    "nome": "Caf',
  );
});

test.each(["<html>{}</html>", "OK", "", "a;b"])("%j is no JSON and stays as it is", (text) => {
  expect(indentJson(text)).toBe(text);
});

test("deep nesting and long strings without an end are bounded", () => {
  expect(indentJson("[".repeat(2_000)).length).toBeLessThan(200_000);
  expect(indentJson(`["${"\\\\".repeat(50_000)}`).length).toBeLessThan(200_000);
});
