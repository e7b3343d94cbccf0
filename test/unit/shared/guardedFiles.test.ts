import { expect, test } from "vitest";

import { runsByItself } from "../../../src/shared/guarded/guardedFiles.ts";
import { isSecretFile } from "../../../src/shared/guarded/secretFiles.ts";

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
  ".devcontainer.json",
  "/p/.aihub/instructions.md",
  ".cursorrules",
  "/p/.windsurfrules",
  "/p/.clinerules",
  "/p/.clinerules/01.md",
  "/p/.kiro/steering/a.md",
  "/p/.gemini/settings.json",
  "/p/GEMINI.md",
  "/p/.codex/config.toml",
  "/p/opencode.json",
  "/p/.aihubignore",
  "/p/a/review.prompt.md",
  "/p/eslint.config.mjs",
  "/p/.eslintrc.cjs",
  "/p/.yarnrc.yml",
  "/p/.pnpmfile.cjs",
  "/p/lefthook.yml",
  "/p/mise.toml",
  "/p/.mise.local.toml",
  "/p/.cargo/config.toml",
  "/p/.hg/hgrc",
  "/p/.gitlab-ci.yml",
  "/home/a/.ssh/config",
  "/home/a/.vimrc",
  "/home/a/.zshrc",
  "/p/crate/build.rs",
  "/p/.git/hooks/pre-commit",
])("%s is changed only after a question", (path) => {
  expect(runsByItself(path)).toBe(true);
});

test.each([
  "/p/src/app.ts",
  "/p/package.json",
  "/p/Makefile",
  "/p/docs/vscode/readme.md",
  "/p/.gitignore",
  "/p/src/settings.json",
  "/p/src/rules.md",
  "/p/config.toml",
  "/p/src/profile.ts",
  "/p/promise.toml",
  "/p/src/agents/run.ts",
  "/p/.prettierrc.json",
])("%s is written like any other file", (path) => {
  expect(runsByItself(path)).toBe(false);
});

test.each([
  ["full-width letters", "/p/ＡＧＥＮＴＳ.md"],
  ["a long s", "/p/.vſcode/tasks.json"],
  ["a dotless i", "/p/CLAUDE.md/../.wındsurfrules"],
  ["the sign of Kelvin", "/p/.\u{212A}iro/a.md"],
  ["a dot at the end", "/p/.vscode./tasks.json."],
  ["a space at the end", "/p/AGENTS.md "],
  ["a stream of Windows", "/p/.cursorrules::$DATA"],
  ["a stream of a folder", "/p/.vscode::$INDEX_ALLOCATION/tasks.json"],
  ["backslashes", "C:\\p\\.vscode\\tasks.json"],
  ["an invisible character", "/p/.vs\u{200B}code/tasks.json"],
  ["a soft hyphen", "/p/AGENTS\u{AD}.md"],
])("a name cannot be hidden by %s", (_, path) => {
  expect(runsByItself(path)).toBe(true);
});

test.each([
  ".env",
  "app/.env.production",
  "keys/server.pem",
  "C:\\Users\\ana\\.ssh\\config",
  ".ssh/id_ed25519",
  ".npmrc",
  "home/.aws/credentials",
  "infra/prod.tfvars",
  "gcp/service-account-key.json",
  "ID_RSA",
  "prod.env",
  ".env~",
  ".env.local.bak",
  ".dev.vars",
  ".bash_history",
  ".zsh_history",
  ".node_repl_history",
  ".local/share/fish/fish_history",
  ".my.cnf",
  ".vault-token",
  "client_secret_12-ab.apps.googleusercontent.com.json",
  "my-app-firebase-adminsdk-x1y2z-0a1b2c.json",
  "x/application_default_credentials.json",
  "home/.config/gh/hosts.yml",
  "AuthKey_ABC123DEFG.p8",
  "id_rsa.bak",
  "id_rsa_work",
  "server.key.old",
  "..env.swp",
  ".ssh/known_hosts",
  ".ssh/notes.example",
  "．ｅｎｖ",
  ".ENV::$DATA",
  ".env.",
])("%s may hold secrets", (path) => {
  expect(isSecretFile(path)).toBe(true);
});

test.each([
  ".env.example",
  "src/environment.ts",
  "src/env.ts",
  "src/keyboard.ts",
  "docs/secrets.md",
  "package.json",
  "src/history.ts",
  "browser_history.ts",
  "hosts.yml",
  "id_rsa.pub",
  "src/authKey.ts",
])("%s is sent like any other file", (path) => {
  expect(isSecretFile(path)).toBe(false);
});

test("hostile names cost no more than their length", () => {
  const long = "a".repeat(50_000);
  for (const name of [`.${". ".repeat(50_000)}x`, `${"~.bak".repeat(20_000)}x`, long, `_${long}`]) {
    expect([isSecretFile(name), runsByItself(name)]).toEqual([false, false]);
  }
});
