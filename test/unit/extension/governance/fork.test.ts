import { expect, test } from "vitest";

import { forkOf } from "../../../../src/extension/governance/fork.ts";

test.each([
  ["Visual Studio Code", false, "vscode"],
  ["Visual Studio Code - Insiders", false, "vscode"],
  ["VSCodium", false, "vscodium"],
  ["Cursor", false, "cursor"],
  ["Windsurf Next", false, "windsurf"],
  ["Something New", false, "other"],
  ["Visual Studio Code", true, "web"],
  ["code-server", true, "web"],
] as const)("%s (in a browser: %s) is %s", (name, isWeb, fork) => {
  expect(forkOf(name, isWeb)).toBe(fork);
});
