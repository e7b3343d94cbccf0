import { createHash } from "node:crypto";

import { expect, test } from "vitest";

import { functionSet } from "../../../../src/hubServer/store/postgres/applyFunctions.ts";

test("the functions of the database change together with their version, or running hubs keep the old ones", () => {
  const digest = createHash("sha256").update(functionSet.source).digest("hex").slice(0, 16);
  expect({ version: functionSet.version, digest }).toEqual({
    version: 13,
    digest: "a9ff2f9decc1393a",
  });
});
