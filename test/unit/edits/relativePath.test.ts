import { expect, test } from "vitest";

import { relativeSegments } from "../../../src/edits/relativePath.ts";

test.each([
  ["src/app.ts", ["src", "app.ts"]],
  ["./src//app.ts", ["src", "app.ts"]],
  ["src\\app.ts", ["src", "app.ts"]],
  ["/home/me/project/src/app.ts", ["src", "app.ts"]],
  [".github/workflows/ci.yml", [".github", "workflows", "ci.yml"]],
  [".gitignore", [".gitignore"]],
  ["arquivos/ação.ts", ["arquivos", "ação.ts"]],
])("%s is a place inside the workspace", (path, segments) => {
  expect(relativeSegments(path, ["/home/me/project"])).toEqual(segments);
});

test("a path with a drive is one below a folder of that drive", () => {
  expect(relativeSegments("C:\\code\\app\\a.ts", ["/c:/code/app"])).toEqual(["a.ts"]);
});

test.each([
  "../secret.txt",
  "src/../../secret.txt",
  "src\\..\\..\\secret.txt",
  "/etc/passwd",
  "/home/me/project2/app.ts",
  "C:\\Windows\\system.ini",
  "~/.ssh/config",
  "src/app.ts:stream",
  "src/app\u0000.ts",
  "src/\u202Eapp.ts",
  ".git/hooks/pre-commit",
  ".GIT/config",
  "libs/sub/.git/hooks/post-checkout",
  "GIT~1/hooks/pre-commit",
  "src/app.ts.",
  "src/.. /app.ts",
  "",
  "/",
])("%j is refused", (path) => {
  expect(relativeSegments(path, ["/home/me/project"])).toBeUndefined();
});
