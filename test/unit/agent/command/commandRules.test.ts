import { expect, test } from "vitest";

import {
  type CommandRule,
  coversCommand,
  coverScript,
} from "../../../../src/agent/command/commandRules.ts";
import { readScript } from "../../../../src/agent/command/shellReader.ts";

const npmTest: CommandRule = { words: ["npm", "test"], extent: "exact" };
const npmRun: CommandRule = { words: ["npm", "run"], extent: "beginning" };
const commandsOf = (script: string) => readScript(script) ?? [];
const isCovered = (script: string, ...rules: CommandRule[]) =>
  coverScript(rules, commandsOf(script));

test("an exact rule covers these words and no further ones", () => {
  expect(isCovered("npm test", npmTest)).toBe(true);
  expect(isCovered("npm test --watch", npmTest)).toBe(false);
  expect(isCovered("npm", npmTest)).toBe(false);
});

test("a beginning covers any further words, but no word that only begins alike", () => {
  expect(isCovered("npm run build --force", npmRun)).toBe(true);
  expect(isCovered("npm runaway", npmRun)).toBe(false);
});

test("every command of a chain needs its rule", () => {
  expect(isCovered("npm test && npm run lint", npmTest, npmRun)).toBe(true);
  expect(isCovered("npm test && rm -r src", npmTest, npmRun)).toBe(false);
  expect(isCovered("npm test | sh", npmTest, npmRun)).toBe(false);
});

test("a star in a rule is a star", () => {
  const star: CommandRule = { words: ["rm", "*"], extent: "beginning" };
  expect(coversCommand(star, { words: ["rm", "a"] })).toBe(false);
  expect(coversCommand(star, { words: ["rm", "*"] })).toBe(true);
});

test("no rule covers a script that is not plain, and a rule without words covers nothing", () => {
  expect(isCovered("npm test $(id)", npmTest, npmRun)).toBe(false);
  expect(isCovered("ls", { words: [], extent: "beginning" })).toBe(false);
});
