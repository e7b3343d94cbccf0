import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { parseJson } from "../../../../../src/hubServer/formats/base/jsonText.ts";
import { parseObject } from "../../../../../src/hubServer/models/jsonBody.ts";

/** Makes V8 expect the key after `first` in the texts that follow. */
function expectKey(first: string, key: string): void {
  JSON.parse(JSON.stringify({ [first]: [], [key]: 0 }));
}

describe("a key that is written with an escape", () => {
  test.each([
    ['"', String.raw`\"`, "\\"],
    ["\n", String.raw`\n`, "\\"],
    ["\nX", String.raw`\nX`, String.raw`\n`],
    ["model", String.raw`\u006dodel`, String.raw`\u006`],
    ["é", String.raw`\u00e9`, "\\"],
  ])("is %j whatever was parsed before", (key, written, earlier) => {
    const first = `before ${encodeURIComponent(key)}`;
    expectKey(first, earlier);
    const text = `{"${first}":{"${first}":1,"${written}" : [{"${first}":1,"${written}":"\\n"}]}}`;
    expect(parseJson(text)).toEqual({
      [first]: { [first]: 1, [key]: [{ [first]: 1, [key]: "\n" }] },
    });
  });

  test("keeps its place, counts as the same key, and is an own property whatever its name", () => {
    expect(JSON.stringify(parseJson(String.raw`{"b":1,"\u0061":2,"c":3,"a":4}`))).toBe(
      '{"b":1,"a":4,"c":3}',
    );
    const value = parseJson(String.raw`{"__proto\u005f_":{"x":1},"\n":"\uE0000","0":1}`);
    expect(Object.keys(value as object)).toEqual(["0", "__proto__", "\n"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  test("is not confused with a key of private characters", () => {
    const value = { "\uE0000": 1, "\uE0001": 2, "\n": 3 };
    expect(parseJson(JSON.stringify(value))).toEqual(value);
  });

  test("does not hide a field of a body from what judges it", () => {
    expectKey("messages", String.raw`\u0066uncti`.slice(0, "functions".length));
    const body = String.raw`{"messages":[],"\u0066unctions":[]}`;
    const { fields } = parseObject(new TextEncoder().encode(body));
    expect(fields).toEqual({ messages: [], functions: [] });
  });
});

test("a body with far too many such keys is refused in words", () => {
  const list = Array.from({ length: 200_001 }, () => String.raw`{"\n":1}`);
  const body = new TextEncoder().encode(`{"a":[${list.join(",")}]}`);
  expect(() => parseObject(body)).toThrow("more than 200000 keys with escapes");
});

test("every value comes back from its text, however its keys are written", () => {
  const key = fc.string({ unit: fc.constantFrom("\\", '"', "n", "u", "\n", "é", "\uE000", "0") });
  const value = fc.object({
    key,
    withNullPrototype: false,
    maxDepth: 3,
    values: [key, fc.integer()],
  });
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 2), (content, indent) => {
      const text = JSON.stringify(content, undefined, indent);
      expect(JSON.stringify(parseJson(text), undefined, indent)).toBe(text);
    }),
    { numRuns: 300 },
  );
});

test.each(["", "{", '{"a\\":1}', '"\\', '{"\\n":}'])("%j is no JSON", (text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError);
});
