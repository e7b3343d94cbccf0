import { expect, test } from "vitest";

import { readOptions } from "../../../../src/agentCli/run/programOptions.ts";

test.each([
  ["--max-steps", "0"],
  ["--max-cost", "0"],
  ["--max-cost", "0.00"],
  ["--max-cost", "two"],
])("%s %s is refused before a run begins", (flag, value) => {
  expect(() => readOptions([flag, value, "task"])).toThrow(
    `${flag} needs a number above zero, not ${value}`,
  );
});
