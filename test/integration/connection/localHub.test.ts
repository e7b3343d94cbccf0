import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { LocalHub } from "../../../src/extension/connection/localHub.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "local-hub-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

test.each([
  ["its last line", 'console.error("first");console.error("no room");process.exit(3);', "no room"],
  ["its exit code, if it says nothing", "process.exit(3);", "The local hub ended with 3"],
  ["its signal", 'process.kill(process.pid, "SIGKILL");', "The local hub ended with SIGKILL"],
])("a hub that does not start is reported with %s", async (_, source, message) => {
  const program = join(folder, "hub.mjs");
  writeFileSync(program, source);
  const hub = new LocalHub({ folder, program, fetch: globalThis.fetch });
  await expect(hub.start()).rejects.toThrow(new Error(message));
  hub.dispose();
});
