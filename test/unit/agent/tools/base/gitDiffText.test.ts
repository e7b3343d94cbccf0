import { expect, test } from "vitest";

import { withoutSecrets } from "../../../../../src/agent/tools/base/gitDiffText.ts";

const block = (names: string, text: string): string =>
  `diff --git ${names}\nindex 1..2 100644\n@@ -1 +1 @@\n-old ${text}\n+new ${text}`;

test("the changes of a file with secrets are left out, those around it stay", () => {
  const parts = [
    " M .env",
    block("a/src/a.ts b/src/a.ts", "first"),
    block("a/.env b/.env", "hidden"),
    block("i/deploy/my key.pem w/deploy/my key.pem", "hidden"),
    block('"a/caf\\303\\251/.env" "b/caf\\303\\251/.env"', "hidden"),
    block("a/a b.ts b/a b.ts", "last"),
  ];
  const text = withoutSecrets(parts.join("\n"));
  expect(text).not.toContain("hidden");
  expect(text).toContain("+new first");
  expect(text).toContain("+new last");
  expect(text).toContain("diff --git a/.env b/.env");
  expect(text.match(/its changes are not shown/gu)).toHaveLength(3);
});

test("behind what was left out nothing is shown before the next file", () => {
  const text = withoutSecrets(
    `${block("a/a.ts b/a.ts", "x")}\n… 900 characters left out …\n+hidden\n${block("a/b.ts b/b.ts", "y")}`,
  );
  expect(text).toContain("900 characters left out");
  expect(text).not.toContain("hidden");
  expect(text).toContain("+new y");
});

function diff(name: string, ...lines: readonly string[]): string {
  return [`diff --git a/${name} b/${name}`, "@@ -0,0 +1,2 @@", ...lines].join("\n");
}

test("a file that is secret by its text alone is not shown either", () => {
  const key = ["-----BEGIN", "RSA PRIVATE KEY-----"].join(" ");
  const output = [
    diff("deploy.txt", `+${key}`, `+MIIEpA${"Ab1".repeat(20)}`),
    diff("a.txt", " one", "-two", "+three"),
  ].join("\n");
  const shown = withoutSecrets(output);
  expect(shown).not.toContain("MIIEpA");
  expect(shown).toContain("+three");
});
