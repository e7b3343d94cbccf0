import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { AgentProgram, endOf, type EndedProgram } from "./agentProgram.ts";

const program = new AgentProgram();
const { lab } = program;

beforeAll(() => program.start(), 60_000);
afterAll(() => lab.hubs.dispose());

const testOnLinux = test.skipIf(process.platform !== "linux");

const edit = {
  calls: [
    { tool: "edit_file", args: { path: "a.txt", edits: [{ old_text: "one", new_text: "two" }] } },
  ],
};
const read = { calls: [{ tool: "read_file", args: { path: "big.txt" } }] };

/** Runs the program with its data in a folder of its own that the given flags of bubblewrap change, then `after` in a shell. */
async function runWith(
  bwrap: (data: string) => readonly string[],
  args: readonly string[],
  after = "true",
): Promise<EndedProgram> {
  const data = mkdtempSync(join(lab.hubs.home, "data-"));
  const shell = '"$@"; code=$?; eval "$AFTER"; exit $code';
  const line = ["sh", "-c", shell, "sh", process.execPath, program.path, ...args];
  const env = { PATH: process.env["PATH"], AI_HUB_TOKEN: program.hub.token, AFTER: after };
  return await endOf(
    spawn("bwrap", ["--dev-bind", "/", "/", ...bwrap(data), ...line], {
      env: { ...env, AI_HUB_HOME: data, DATA: data },
      stdio: ["pipe", "pipe", "pipe"],
    }),
  );
}

const readOnly = (data: string) => ["--ro-bind", data, data];

function endIn({ lines }: EndedProgram): unknown {
  const end: unknown = JSON.parse(lines.at(-1) ?? "");
  return end;
}

testOnLinux(
  "a disk that fills up during a run ends it with words, and the run goes on later",
  async () => {
    const big = "line of the file\n".repeat(1_500);
    const folder = lab.folder({ "a.txt": "one\n", "big.txt": big });
    const task = lab.trajectory([read, read, read, read, edit, { text: "Ready." }]);
    const flags = [...program.flags(folder), "--yes", "edit", "--json"];
    const out = mkdtempSync(join(lab.hubs.home, "kept-"));
    const ended = await runWith(
      (data) => ["--size", String(112 * 1024), "--tmpfs", data],
      [...flags, task],
      `cp -r "$DATA/agent" ${JSON.stringify(out)}`,
    );
    expect(ended.stderr).toContain("The disk with AI Hub's data has no room left (ENOSPC).");
    expect(ended.stderr).not.toContain("fault of this program");
    expect(ended.code).toBe(1);
    const end = endIn(ended);
    expect(end).toMatchObject({
      type: "end",
      outcome: "failed",
      failure: { kind: "storage", systemCode: "ENOSPC" },
      resume: expect.stringMatching(/^[\da-f-]{36}$/u) as string,
    });
    expect(lab.read(folder, "a.txt")).toBe("one\n");
    const { resume } = end as { readonly resume: string };
    const again = await program.run([...flags, "--resume", resume], { AI_HUB_HOME: out });
    expect(endIn(again)).toMatchObject({ outcome: "done" });
    expect(lab.read(folder, "a.txt")).toBe("two\n");
  },
);

testOnLinux(
  "a data folder that cannot be written is told before anything is asked of the hub",
  async () => {
    const folder = lab.folder({ "a.txt": "one\n" });
    const task = lab.trajectory([edit, { text: "Ready." }]);
    const flags = [...program.flags(folder), "--yes", "edit", "--json"];
    const ended = await runWith(readOnly, [...flags, task]);
    expect(ended.stderr).toContain("The disk with AI Hub's data is read-only (EROFS).");
    expect(endIn(ended)).toMatchObject({ outcome: "failed", reason: "storage", steps: 0 });
    expect(lab.read(folder, "a.txt")).toBe("one\n");
  },
);

test("a workspace folder that is deleted during a run ends it and is not made again", async () => {
  const folder = lab.folder({ "a.txt": "one\n" });
  let requests = 0;
  const write = { calls: [{ tool: "write_file", args: { path: "new/b.txt", content: "two\n" } }] };
  const { end } = await lab.play(folder, [write, write, { text: "Ready." }], {
    beforeRequest: () => {
      requests += 1;
      if (requests === 2) {
        rmSync(folder, { recursive: true });
      }
    },
  });
  expect(end).toMatchObject({ outcome: "failed", failure: { kind: "folder_gone" } });
  expect(existsSync(folder)).toBe(false);
  // With the folder back the run could go on; without it nothing is asked of the hub.
  expect(requests).toBe(2);
  mkdirSync(folder);
});
