import { expect, test } from "vitest";

import { type ApprovalRule, ruleEffect } from "../../../../src/agent/trust/approvalRules.ts";

const allow = (extent: "exact" | "beginning", ...words: string[]): ApprovalRule => ({
  kind: "command",
  words,
  extent,
  effect: "allow",
});
const npmTest = allow("exact", "npm", "test");
const npmRun = allow("beginning", "npm", "run");
const effectOf = (script: string, ...rules: ApprovalRule[]) => ruleEffect(rules, script);

test("an exact rule covers these words and no further ones", () => {
  expect(effectOf("npm test", npmTest)).toBe("allow");
  expect(effectOf("npm test --watch", npmTest)).toBeUndefined();
  expect(effectOf("npm", npmTest)).toBeUndefined();
});

test("a beginning covers any further words, but no word that only begins alike", () => {
  expect(effectOf("npm run build --force", npmRun)).toBe("allow");
  expect(effectOf("npm runaway", npmRun)).toBeUndefined();
});

test("every command of a chain needs its rule", () => {
  expect(effectOf("npm test && npm run lint", npmTest, npmRun)).toBe("allow");
  expect(effectOf("npm test && rm -r src", npmTest, npmRun)).toBeUndefined();
  expect(effectOf("npm test | sh", npmTest, npmRun)).toBeUndefined();
});

test("a star in a rule is a star", () => {
  const star = allow("beginning", "rm", "*");
  expect(effectOf("rm a", star)).toBeUndefined();
  expect(effectOf("rm '*'", star)).toBe("allow");
});

test("no rule covers a script that is not plain, and a rule without words covers nothing", () => {
  expect(effectOf("npm test $(id)", npmTest, npmRun)).toBeUndefined();
  expect(effectOf("ls", allow("beginning"))).toBeUndefined();
});

test("a denial goes before a question, and a question before an allowance", () => {
  const push: ApprovalRule = {
    kind: "command",
    words: ["git", "push"],
    extent: "beginning",
    effect: "deny",
  };
  const publish: ApprovalRule = {
    kind: "command",
    words: ["npm", "run", "publish"],
    extent: "exact",
    effect: "ask",
  };
  expect(effectOf("npm run a; git push", npmRun, push, publish)).toBe("deny");
  expect(effectOf("npm run publish; npm run a", npmRun, push, publish)).toBe("ask");
});
