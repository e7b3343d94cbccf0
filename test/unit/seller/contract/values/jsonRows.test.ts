import * as fc from "fast-check";
import { expect, test } from "vitest";

import { JsonRows } from "../../../../../src/seller/contract/values/jsonRows.ts";

function rowsIn(text: string): readonly unknown[] | undefined {
  const rows = JsonRows.in(new TextEncoder().encode(text));
  return rows && Array.from({ length: rows.count }, (_, index) => rows.at(index));
}

test("the rows of any list of objects are those of the parsed list, however it is spaced", () => {
  const object = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue());
  fc.assert(
    fc.property(fc.array(object, { minLength: 1 }), fc.constantFrom(0, 1, "\t"), (list, space) => {
      const text = JSON.stringify(list, undefined, space);
      expect(rowsIn(`\r\n ${text} \n`)).toEqual(JSON.parse(text));
    }),
  );
});

test("braces, quotes and backslashes in texts do not end a row", () => {
  const list = [{ a: String.raw`}],[{"\\` }, { "{[": [{ b: '\\"}' }] }];
  expect(rowsIn(`\uFEFF${JSON.stringify(list)}`)).toEqual(list);
});

test.each([
  "",
  "[]",
  "{}",
  "[1]",
  '[{"a":1},2]',
  '[{"a":1} {"a":2}]',
  '[{"a":1},]',
  '[{"a":1}',
  '[{"a":1',
  '[{"a":"}]',
  '[{"a":1}] x',
  '[{"a":1}]]',
  "[{a:1}]",
  '[{"a":]}]',
  '[{"a":1}}]',
  '{"content":[{"a":1}]}',
])("%j is no list of objects", (text) => {
  expect(rowsIn(text)).toBeUndefined();
});

test("no bytes of any kind make it fail", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const rows = JsonRows.in(bytes);
      expect(rows?.at(rows.count) ?? {}).toEqual({});
    }),
  );
});

test("each row is told of as it is parsed, also if a later one is broken", () => {
  expect(told('[{"a": 1}, {"a": 2}, {"a": 3}]')).toBe(3);
  expect(told('[{"a": 1}, {"a": 2}, {"a" 3}]')).toBe(2);
});

function told(text: string): number {
  let rows = 0;
  JsonRows.in(new TextEncoder().encode(text), () => {
    rows += 1;
  });
  return rows;
}
