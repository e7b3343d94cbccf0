import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { walk } from "../../../src/agent/tools/base/walk.ts";
import { NodeWorkspace } from "../../../src/agentNode/files/nodeWorkspace.ts";

test("a folder of more than 20,000 files has its rules, and a walk through a part of it says so", async () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "ai-hub-large-")));
  try {
    for (let index = 0; index < 20_100; index += 1) {
      writeFileSync(join(home, `${index}.ts`), "");
    }
    writeFileSync(join(home, "0.log"), "");
    writeFileSync(join(home, ".gitignore"), "*.log\n");
    const workspace = await NodeWorkspace.open(home);
    const root = await workspace.locate(".");
    const { signal } = new AbortController();
    const whole = await walk(workspace, root, { depth: 5, maxFiles: 50_000, signal });
    expect([whole.files.length, whole.isCut, whole.files.includes("0.log")]).toEqual([
      20_101,
      false,
      false,
    ]);
    const part = await walk(workspace, root, { depth: 5, maxFiles: 20_000, signal });
    expect([part.files.length, part.isCut]).toEqual([20_000, true]);
  } finally {
    rmSync(home, { recursive: true });
  }
});
