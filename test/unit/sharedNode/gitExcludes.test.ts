import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { readPersonExcludes } from "../../../src/sharedNode/gitExcludes.ts";

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "ai-hub-excludes-"));
});
afterEach(() => rmSync(home, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
}

function rules(env: Readonly<Record<string, string>> = {}): string | undefined {
  return readPersonExcludes({ env: { GIT_CONFIG_NOSYSTEM: "1", ...env }, home });
}

test("without a configuration the rules are in git/ignore of the configuration folder", () => {
  expect(rules()).toBeUndefined();
  write(".config/git/ignore", "usual\n");
  write("other/git/ignore", "other\n");
  expect(rules()).toBe("usual\n");
  expect(rules({ XDG_CONFIG_HOME: join(home, "other") })).toBe("other\n");
});

test.each([
  "[core]\n\texcludesfile = ~/mine # my own\n",
  '[user]\n\tname = a\n[CORE]\n\tExcludesFile = "~/mine"\n',
  "[core] excludesFile=~/mine\r\n",
  "[core]\nexcludesFile = mine\n",
  "[core]\nexcludesFile = ~/none\n[core]\nexcludesFile = ~/mine\n",
  "[include]\n\tpath = .gitconfig.local\n",
])("the person's configuration names the file: %j", (config) => {
  write(".gitconfig", config);
  write(".gitconfig.local", "[core]\n\texcludesFile = ~/mine\n");
  write(".config/git/config", "[core]\n\texcludesFile = ~/less\n");
  write(".config/git/ignore", "usual\n");
  write("mine", "*.local\n");
  expect(rules()).toBe("*.local\n");
});

test("a configuration that includes itself ends, and other sections name no file", () => {
  write(".gitconfig", '[include]\npath = .gitconfig\n[core "x"]\nexcludesFile = ~/mine\n');
  write("mine", "*.local\n");
  expect(rules()).toBeUndefined();
  write("given", "[core]\nexcludesFile = ~/mine\n");
  expect(rules({ GIT_CONFIG_GLOBAL: join(home, "given") })).toBe("*.local\n");
});
