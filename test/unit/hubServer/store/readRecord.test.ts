import { expect, test } from "vitest";

import { readRecord } from "../../../../src/hubServer/store/readRecord.ts";

const model = { id: "m", tiers: [], isActive: true, createdAt: 1 };

test("a way of filling in that only a newer hub knows counts as none, and the record is read", () => {
  expect(readRecord("model", { ...model, fim: "a-later-family" })).toEqual(model);
  expect(readRecord("model", { ...model, fim: "qwen" })).toEqual({ ...model, fim: "qwen" });
});

test("a record whose deciding fields are damaged is not read", () => {
  expect(() => readRecord("model", { ...model, isActive: "yes" })).toThrow("cannot be read");
});
