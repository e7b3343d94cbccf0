import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { root } from "../../../../scripts/paths.ts";
import { agentEn } from "../../../../src/webview/words/en/agentEn.ts";

test("the tasks of the sample's folder are those of its README", () => {
  const text = readFileSync(join(root, "samples", "workspace", "README.md"), "utf8");
  expect(agentEn.taskSamples.filter((task) => !text.includes(`_${task}_`))).toEqual([]);
});
