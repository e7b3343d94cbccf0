import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";

import { root } from "../../../scripts/paths.ts";

const run = promisify(execFile);
const source = pathToFileURL(join(root, "src/hubServer/config/configFile.ts")).href;
const read = `
  import { ConfigFileError, readConfigFile } from ${JSON.stringify(source)};
  const [path, owner] = process.argv.slice(1);
  try {
    console.log(JSON.stringify(readConfigFile(path, [Number(owner)])));
  } catch (error) {
    console.log(error instanceof ConfigFileError ? error.message : error);
  }`;

/** False without bubblewrap, or where it may make no namespaces. */
const mounts = spawnSync("bwrap", ["--dev-bind", "/", "/", "true"]).status === 0;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ai-hub-config-mount-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(!mounts).each([
  ["--bind", /^The configuration \S+ belongs to another user/u],
  ["--ro-bind", /^\{"port":8080\}$/u],
])("a file of another user is read only from a read-only mount: %s", async (mount, answer) => {
  const path = join(folder, "hub.yaml");
  writeFileSync(path, "port: 8080\n");
  const otherOwner = `${statSync(path).uid + 1}`;
  const node = [process.execPath, "--input-type=module", "-e", read, path, otherOwner];
  const { stdout } = await run("bwrap", ["--dev-bind", "/", "/", mount, path, path, ...node]);
  expect(stdout.trim()).toMatch(answer);
});
