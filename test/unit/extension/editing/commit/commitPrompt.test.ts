import { expect, test } from "vitest";

import {
  commitMessages,
  commitText,
} from "../../../../../src/extension/editing/commit/commitPrompt.ts";

test("what is withheld is named and not shown", () => {
  const [, user] = commitMessages(
    [
      { path: ".env", diff: "+SECRET=canary", isWithheld: true },
      { path: "src/a.ts", diff: "+const a = 1;", isWithheld: false },
    ],
    ["feat: começar"],
  );
  expect(user?.content).toBe(
    "Recent messages:\n- feat: começar\n\nChanges:\nFile .env\n[not shown]\n\nFile src/a.ts\n+const a = 1;",
  );
});

test("another message is asked for with the one that was not wanted", () => {
  const files = [{ path: "a.ts", diff: "+a", isWithheld: false }];
  const [, user] = commitMessages(files, [], "fix: things");
  expect(user?.content).toBe(
    "Changes:\nFile a.ts\n+a\n\nThis message was not wanted. Write a different one:\nfix: things",
  );
});

test("a large change is cut, file by file and as a whole", () => {
  const files = Array.from({ length: 20 }, (_none, index) => ({
    path: `${index}.ts`,
    diff: "+".repeat(50_000),
    isWithheld: false,
  }));
  const [, user] = commitMessages(files, []);
  const text = typeof user?.content === "string" ? user.content : "";
  expect(text.length).toBeGreaterThan(59_000);
  expect(text.length).toBeLessThan(62_000);
  expect(text).toContain("File 19.ts\n[not shown]");
  expect(text).toContain("\n[cut]");
});

test.each([
  ["fix: close the file", "fix: close the file"],
  ["```\nfix: close the file\n```", "fix: close the file"],
  ["```text\nfix: close", "fix: close"],
  ['"fix: close the file"', "fix: close the file"],
  ['fix: say "no"\n\nbody', 'fix: say "no"\n\nbody'],
])("%j becomes the message", (answer, message) => {
  expect(commitText(answer)).toBe(message);
});
