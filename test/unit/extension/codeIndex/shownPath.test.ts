import { expect, test } from "vitest";

import { shownPath } from "../../../../src/extension/codeIndex/shownPath.ts";

test.each([
  ["main.ts", "main.ts", ""],
  ["src/net/retry.ts", "retry.ts", "src/net"],
  [
    "packages/website/src/components/forms/checkout/Total.tsx",
    "Total.tsx",
    "…/src/components/forms/checkout",
  ],
  [`src/${"long".repeat(20)}/a.ts`, "a.ts", `…/${"long".repeat(20)}`],
])("%s is listed with its name and its last folders", (path, name, folder) => {
  expect(shownPath(path)).toEqual({ name, folder });
});
