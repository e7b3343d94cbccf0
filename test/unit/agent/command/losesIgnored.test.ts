import { expect, test } from "vitest";

import { losesIgnored } from "../../../../src/agent/command/losesIgnored.ts";

test.each([
  ["git clean -fdx", true],
  ["npm ci && git -C sub clean -fX", true],
  ["git clean -f -d -x", true],
  ["git clean -fd", false],
  ["git clean --exclude=x -fd", false],
  ["make clean -x", false],
  ["git status; make clean -x", false],
  ["npm run clean", false],
])("%s: %s", (script, loses) => {
  expect(losesIgnored(script)).toBe(loses);
});
