import { expect, test } from "vitest";

import { parseObject } from "../../../../src/hubServer/models/jsonBody.ts";

test("a number too long to be exact cannot hide behind ten thousand others", () => {
  const numbers = Array.from({ length: 10_001 }, (_, index) => `${index + 1}2345678901234567`);
  const bytes = (count: number): Uint8Array =>
    new TextEncoder().encode(`{"input":[${numbers.slice(0, count).join(",")}]}`);
  expect(parseObject(bytes(10_000)).inexactNumbers).toHaveLength(10_000);
  expect(() => parseObject(bytes(10_001))).toThrow("more than 10000 numbers");
});
