import { expect, test } from "vitest";

import { runsByItself } from "../../../src/edits/commandFiles.ts";

test.each([
  "/p/.vscode/settings.json",
  "/p/.VSCode/tasks.json",
  "/p/app.code-workspace",
  "/p/.github/workflows/ci.yml",
  "/p/.husky/pre-commit",
  "/p/.idea/workspace.xml",
  "/p/.cursor/mcp.json",
  "/p/.claude/settings.json",
  "/p/.mcp.json",
  "/p/.devcontainer/devcontainer.json",
  "/p/packages/a/.envrc",
  "/p/.gitmodules",
  "/p/AGENTS.md",
])("%s is changed only after a question", (path) => {
  expect(runsByItself(path)).toBe(true);
});

test.each([
  "/p/src/app.ts",
  "/p/package.json",
  "/p/docs/vscode/readme.md",
  "/p/.gitignore",
  "/p/src/settings.json",
])("%s is a file like any other", (path) => {
  expect(runsByItself(path)).toBe(false);
});
