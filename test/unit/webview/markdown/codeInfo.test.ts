import { describe, expect, test } from "vitest";

import { parseCodeInfo } from "../../../../src/webview/markdown/view/codeInfo.ts";

describe("a fence's info string tells", () => {
  test.each([
    ["", { language: "" }],
    ["ts", { language: "ts" }],
    ["TypeScript", { language: "typescript" }],
    ["c++", { language: "c++" }],
    ["ts src/a.ts", { language: "ts", fileName: "src/a.ts" }],
    ['ts title="src/my file.ts"', { language: "ts", fileName: "src/my file.ts" }],
    ["js filename='a.js' {1,3}", { language: "js", fileName: "a.js" }],
    ["ts:src/a.ts", { language: "ts", fileName: "src/a.ts" }],
    ["src/retry.ts", { language: "ts", fileName: "src/retry.ts" }],
    ["12:18:src/a.py", { language: "py", fileName: "src/a.py", startLine: 12, endLine: 18 }],
    [
      "typescript path=src/a%20b.ts lines=12-40",
      { language: "typescript", fileName: "src/a b.ts", startLine: 12, endLine: 40 },
    ],
    ["go path=main.go lines=7", { language: "go", fileName: "main.go", startLine: 7, endLine: 7 }],
    ["ts path=%E0%A4%A", { language: "ts", fileName: "%E0%A4%A" }],
    ["ts lines=9-3", { language: "ts" }],
    ["bash showLineNumbers", { language: "bash" }],
    ["js {1,3-5}", { language: "js" }],
  ])("%j", (info, expected) => {
    expect(parseCodeInfo(info)).toEqual(expected);
  });

  test("no more than a name's length of a name", () => {
    expect(parseCodeInfo(`ts path=${"a".repeat(5000)}.ts`).fileName).toHaveLength(400);
  });
});
