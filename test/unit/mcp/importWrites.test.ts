import { expect, test } from "vitest";

import { lineOf } from "../../../src/mcp/importWrites.ts";

test("a problem of a whole row has no field's name and no colon before it", () => {
  const row = { line: 7, cells: [], isBroken: false, isOddlyEncoded: false };
  const text = lineOf({
    row,
    errors: [{ code: "contradiction", path: "", limit: 3 }],
    warnings: [],
  });
  expect(text).toMatch(/^Line 7: [A-Z]/u);
});
