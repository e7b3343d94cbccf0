import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { FileLedger } from "../../../src/agent/tools/base/fileLedger.ts";
import type { Workspace } from "../../../src/agent/tools/base/workspace.ts";
import { applyPatchTool } from "../../../src/agent/tools/files/applyPatchTool.ts";
import { NodeWorkspace } from "../../../src/agentNode/files/nodeWorkspace.ts";

const patch = [
  "*** Begin Patch",
  "*** Update File: a.txt",
  "@@",
  "-one",
  "+uno",
  "*** Update File: b.txt",
  "*** Move to: moved/c.txt",
  "@@",
  "-two",
  "+dos",
  "*** End Patch",
].join("\n");

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "ai-hub-patch-")));
  writeFileSync(join(folder, "a.txt"), "one\n");
  writeFileSync(join(folder, "b.txt"), "two\n");
});
afterEach(() => rmSync(folder, { recursive: true }));

function text(name: string): string {
  return readFileSync(join(folder, name), "utf8");
}

/** The result of the patch, after both files were read. */
async function apply(workspace: Workspace): Promise<{ isError: boolean; text: string }> {
  const ledger = new FileLedger();
  for (const name of ["a.txt", "b.txt"]) {
    const path = await workspace.locate(name);
    const file = await workspace.read(path);
    ledger.noteRead(path, "hash" in file ? file.hash : "");
  }
  const prepared = await applyPatchTool({ workspace, ledger }).prepare(
    { patch },
    new AbortController().signal,
  );
  if (prepared.kind === "refused") {
    throw new Error(prepared.text);
  }
  return await prepared.run(new AbortController().signal);
}

test("a file is changed and moved by one patch", async () => {
  expect(await apply(await NodeWorkspace.open(folder))).toMatchObject({ isError: false });
  expect([text("a.txt"), text("moved/c.txt")]).toEqual(["uno\n", "dos\n"]);
});

test("if the move fails, every file is again as it was, also the one that was to be moved", async () => {
  const workspace = await NodeWorkspace.open(folder);
  // As on a disk without hard links.
  workspace.move = () => Promise.resolve({ problem: "failed" });
  const result = await apply(workspace);
  expect(result.isError).toBe(true);
  expect(result.text).not.toContain("could not be taken back");
  expect([text("a.txt"), text("b.txt")]).toEqual(["one\n", "two\n"]);
});
