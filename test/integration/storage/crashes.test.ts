import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { testProgram } from "../../support/programs.ts";
import { keptIds, testWriterKills } from "./writerKills.ts";
import { WriterProcess, writerSource } from "./writerProcess.ts";

testWriterKills(20);

/** Only Linux can give a process room again that had none. */
const testOnLinux = test.skipIf(process.platform !== "linux");

testOnLinux(
  "a full disk costs nothing: what could not be written is written once when there is room again",
  async ({ onTestFinished }) => {
    const program = await testProgram(writerSource);
    const folder = await mkdtemp(join(tmpdir(), "ai-hub-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const writer = new WriterProcess(program, [folder, "0"], 64);
    await writer.until(() => writer.lines.at(-1)?.startsWith("failed") === true);
    const failed = writer.lines.at(-1)?.slice("failed ".length) ?? "";
    expect(await keptIds(folder)).not.toContain(`m${failed}`);
    execFileSync("prlimit", ["--pid", String(writer.child.pid), "--fsize=unlimited"]);
    writer.child.stdin?.write("\n");
    await writer.until(() => writer.lines.at(-1) === `kept ${failed}`);
    const ids = await keptIds(folder);
    expect(ids).toEqual(Array.from({ length: Number(failed) + 1 }, (_, index) => `m${index}`));
  },
);
