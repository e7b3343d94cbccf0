import { expect, test } from "vitest";

import { nameColumn } from "../../../../../src/agent/tools/search/nameColumn.ts";

test.each([
  ["subtotal += total;", "total", 12],
  ["const $total = total;", "total", 15],
  ["çtotal(total)", "total", 7],
  ["total", "total", 0],
  ["subtotal();", "total", 3],
  ["a.b.c", "b", 2],
  ["nothing here", "total", undefined],
])("in %j the name %s stands at %s", (line, name, column) => {
  expect(nameColumn(line, name)).toBe(column);
});
