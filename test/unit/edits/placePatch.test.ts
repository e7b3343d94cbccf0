import { expect, test } from "vitest";

import { apply, file } from "./countedFile.ts";

test("a patch that only adds lines has no place in a file that has others", () => {
  expect(apply("@@ -0,0 +1,2 @@\n+first\n+second", { language: "diff" })).toBeUndefined();
});

test("new lines of a patch get the depth of those around them", () => {
  const code = "@@\n let total = 0;\n+let count = 0;\n for (const value of values) {";
  expect(apply(code, { language: "diff" })).toContain("  let total = 0;\n  let count = 0;\n");
});

test("a patch is applied although its line numbers are wrong", () => {
  const code = `--- a/src/count.ts
+++ b/src/count.ts
@@ -90,4 +90,4 @@ export function sum
   let total = 0;
   for (const value of values) {
-    total += value;
+    total += 2 * value;
   }`;
  expect(apply(code, { language: "diff" })).toBe(file.replace("+= value", "+= 2 * value"));
});

test("a patch of which one part has no place is not applied at all", () => {
  const code = `@@ -9,2 +9,2 @@
-  let total = 0;
+  let total = 1;
@@ -40,2 +40,2 @@
-  nothing like this
+  anything`;
  expect(apply(code, { language: "diff" })).toBeUndefined();
});

test("a removed line that begins with dashes is not taken for the head of a patch", () => {
  const sql = "-- old\nSELECT 1;\nSELECT 2;\n";
  const code = "@@\n--- old\n+-- new\n SELECT 1;";
  expect(apply(code, { language: "diff" }, sql)).toBe("-- new\nSELECT 1;\nSELECT 2;\n");
});
