import { expect, test } from "vitest";

import { readFileReference, readReference } from "../../../src/shared/text/codeReference.ts";

test.each([
  ["src/retry.ts", { path: "src/retry.ts" }],
  ["retry.ts:12", { path: "retry.ts", line: 12 }],
  ["./src/retry.ts:12:3", { path: "src/retry.ts", line: 12, column: 3 }],
  ["src/retry.ts:12-20", { path: "src/retry.ts", line: 12 }],
  ["src/retry.ts#L12", { path: "src/retry.ts", line: 12 }],
  ["src/retry.ts#L12-L20", { path: "src/retry.ts", line: 12 }],
  ["src\\retry.ts:7", { path: "src/retry.ts", line: 7 }],
  ["C:\\work\\src\\retry.ts:7", { path: "C:/work/src/retry.ts", line: 7 }],
  ["/work/src/My App/retry.ts", { path: "/work/src/My App/retry.ts" }],
  ["src/configuração.ts", { path: "src/configuração.ts" }],
  ["Makefile:3", { path: "Makefile", line: 3 }],
  ["src/Dockerfile", { path: "src/Dockerfile" }],
])("%s is a file", (text, place) => {
  expect(readReference(text)).toMatchObject({ file: place });
});

test.each([
  ["Retry", "Retry"],
  ["retryWithBackoff()", "retryWithBackoff"],
  ["Retry.start", "Retry.start"],
  ["std::vector", "std::vector"],
  ["$store", "$store"],
])("%s is a name", (text, name) => {
  expect(readReference(text)).toMatchObject({ name });
});

test.each([
  "",
  "../secret.ts",
  "src/../../etc/passwd",
  "https://evil.example/a.ts",
  "file:///etc/passwd",
  "command:workbench.action.quit",
  "vscode://x/y.ts",
  "//server/share/a.ts",
  "src/a\u0000.ts",
  "src/a\u202E.ts",
  "src/<b>.ts",
  "src/",
  "a?b.ts",
  `${"a/".repeat(200)}b.ts`,
  "a + b",
  "ab",
])("%s is no place", (text) => {
  expect(readReference(text)).toBeUndefined();
});

test("in prose only a path with an ending counts", () => {
  expect(readFileReference("src/retry.ts:12")).toBeDefined();
  expect(readFileReference("Makefile:3")).toBeUndefined();
  expect(readFileReference("and/or")).toBeUndefined();
  expect(readFileReference("Retry")).toBeUndefined();
});
