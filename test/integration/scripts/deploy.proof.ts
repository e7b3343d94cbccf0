import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { findProgram, root } from "../../../scripts/paths.ts";

/** Most machines of this proof have neither, and an image needs the network: no skipped test may fail a run there. */
test("Helm and Docker accept the files, where the machine has them", () => {
  if (findProgram(["helm"]) !== undefined) {
    const chart = join(root, "deploy", "helm");
    execFileSync("helm", ["lint", "--strict", chart]);
    execFileSync("helm", ["template", "test", chart]);
  }
  if (spawnSync("docker", ["info"]).status === 0) {
    execFileSync("docker", ["build", "--quiet", "--tag", "ai-hub-test", root]);
    const run = ["run", "--rm", "ai-hub-test", "--version"];
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      readonly version: string;
    };
    expect(execFileSync("docker", run, { encoding: "utf8" }).trim()).toBe(version);
  }
}, 600_000);
