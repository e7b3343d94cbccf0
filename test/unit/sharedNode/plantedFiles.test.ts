import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { scanFolders } from "../../../src/agentNode/checkpoints/folderScan.ts";
import { readLocalHubFile } from "../../../src/agentNode/localHubFile.ts";
import { McpBook } from "../../../src/agentNode/mcpClient/mcpBook.ts";
import { GitReaders } from "../../../src/agentNode/processes/gitReader.ts";
import { takeLease } from "../../../src/agentNode/processes/runLease.ts";
import { StoredRules } from "../../../src/agentNode/storedRules.ts";
import { alone } from "../../../src/sharedNode/alone.ts";
import { readPersonExcludes } from "../../../src/sharedNode/gitExcludes.ts";
import { trustCertificates } from "../../../src/sharedNode/ownCertificates.ts";
import { readRegular, regularText } from "../../../src/sharedNode/regularFile.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ai-hub-planted-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function at(name: string): string {
  return join(folder, name);
}

const planted: readonly (readonly [string, (path: string) => void])[] = [
  ["a pipe", (path) => execFileSync("mkfifo", [path])],
  ["a link to a pipe", (path) => link(path, "pipe")],
  ["a link to a device", (path) => symlinkSync("/dev/zero", path)],
  ["a link to nothing", (path) => link(path, "nothing")],
];

function link(path: string, target: string): void {
  if (target === "pipe") {
    execFileSync("mkfifo", [at("pipe")]);
  }
  symlinkSync(at(target), path);
}

test.each(planted)("%s in place of a lock locks nothing", async (_, plant) => {
  plant(at("lock"));
  let isLocked = false;
  await alone(at("lock"), () => {
    isLocked = lstatSync(at("lock")).isFile();
    return Promise.resolve();
  });
  expect(isLocked).toBe(true);
});

test.each(planted)("%s in place of a file of ours is no file", (_, plant) => {
  plant(at("local-hub.json"));
  expect(readLocalHubFile(folder)).toBeUndefined();
  for (const follows of [false, true]) {
    expect(regularText(at("local-hub.json"), 100, follows)).toBeUndefined();
  }
});

test.each(planted)("%s in place of stored rules or decisions holds none", (_, plant) => {
  plant(at("file"));
  const decisions = new McpBook(at("file")).read("server");
  expect([new StoredRules(at("file")).rules("/w"), decisions]).toEqual([[], { seen: {}, off: [] }]);
  expect(trustCertificates(at("file"))).toBe(false);
});

const leaseName = createHash("sha256").update("/w").digest("hex").slice(0, 32);

test.each(["left-run", "command-1", leaseName])(
  "a pipe in place of %s holds no folder",
  async (name) => {
    mkdirSync(at("leases"));
    execFileSync("mkfifo", [at(`leases/${name}`)]);
    const lease = await takeLease({ storage: folder, folder: "/w" }, "run", () => 0);
    expect(lease?.left).toEqual([]);
    await lease?.release();
  },
);

test.each(planted)("%s in place of Git's configuration has no rules", (_, plant) => {
  plant(at(".gitconfig"));
  expect(readPersonExcludes({ env: { GIT_CONFIG_NOSYSTEM: "1" }, home: folder })).toBeUndefined();
});

test.each(planted)("%s in place of a folder's ignore file is not waited for", async (_, plant) => {
  mkdirSync(at("work"));
  plant(at("work/.gitignore"));
  writeFileSync(at("work/a.txt"), "a");
  const { files, ignored } = await scanFolders([at("work")], {
    maxFiles: 10,
    deadline: Infinity,
    path: "",
    git: new GitReaders(),
    withIgnored: true,
  });
  // Rules that cannot be read may name any file.
  expect([files.size, ignored.includes(at("work/a.txt"))]).toEqual([0, true]);
});

test("a regular file is read up to its bound, a link only on demand", () => {
  writeFileSync(at("file"), "12345");
  symlinkSync(at("file"), at("link"));
  expect([regularText(at("file"), 5), regularText(at("file"), 4)]).toEqual(["12345", undefined]);
  expect([regularText(at("link"), 5), regularText(at("link"), 5, true)]).toEqual([
    undefined,
    "12345",
  ]);
  expect(readRegular(at("file"), 2)).toHaveLength(3);
});
