import { expect, test } from "vitest";

import { slowestFiles } from "../../../scripts/tasks/testReport.ts";

test("the slowest files of a run come first, with their seconds, and no more than were asked for", () => {
  const files = [
    { name: "/repo/test/unit/quick.test.ts", startTime: 5_000, endTime: 5_900 },
    { name: "/repo/test/e2e/specs/chat.test.ts", startTime: 10_000, endTime: 92_400 },
    { name: "/repo/test/webview/page.test.ts", startTime: 0, endTime: 7_000 },
  ];
  expect(slowestFiles(files, { root: "/repo", count: 2 })).toEqual([
    "   82 s  test/e2e/specs/chat.test.ts",
    "    7 s  test/webview/page.test.ts",
  ]);
});
