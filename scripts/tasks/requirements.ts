import { spawnSync } from "node:child_process";

import { findBrowser, findPageBrowser } from "../browser.ts";
import { installServerEditor } from "../editors/installServerEditor.ts";
import { newestEditor, oldestEditor } from "../editors/serverEditor.ts";
import { findProgram } from "../paths.ts";
import { findPostgres, postgresPackage } from "../postgres.ts";
import {
  browserPackages,
  pageBrowserPackages,
  preferPackages,
  requirePackages,
  sandboxPackages,
  shellPackages,
} from "../systemPackages.ts";

/** Something that tests need and a machine may lack. */
export interface Requirement {
  /** The tests that are skipped without it. */
  readonly tests: string;
  /** Installs it where that is possible; otherwise throws with what to do. */
  readonly prepare: () => Promise<unknown>;
}

export const postgres: Requirement = {
  tests: "the hub on PostgreSQL",
  prepare: async () => {
    if (findPostgres() === undefined) {
      await requirePackages([postgresPackage], "the tests on PostgreSQL");
    }
    if (findPostgres() === undefined) {
      throw new Error("no PostgreSQL was found on this machine");
    }
  },
};

export const shells: Requirement = {
  tests: "plain commands in three shells",
  prepare: async () => {
    await requirePackages(shellPackages, "trying plain commands in their shells");
    const missing = shellPackages.filter((name) => spawnSync(name, ["-c", "true"]).error);
    if (missing.length > 0) {
      throw new Error(`not found: ${missing.join(", ")}`);
    }
  },
};

export const sandbox: Requirement = {
  tests: "commands in a sandbox",
  prepare: async () => {
    await requirePackages(sandboxPackages, "the sandbox of commands");
    if (process.platform === "linux" && findProgram(["bwrap"]) === undefined) {
      throw new Error("bubblewrap was not found on this machine");
    }
  },
};

export const browser: Requirement = {
  tests: "the pages in a browser",
  prepare: async () => {
    if (findBrowser() === undefined) {
      await requirePackages(browserPackages, "the tests in a browser");
    }
    if (findBrowser() === undefined) {
      throw new Error("no Chromium, Chrome or Edge was found; AI_HUB_CHROMIUM may name one");
    }
    if (process.env["AI_HUB_CHROMIUM"] === undefined && findPageBrowser() === findBrowser()) {
      await preferPackages(pageBrowserPackages, "opening pages faster");
    }
  },
};

export const newest: Requirement = {
  tests: "the extension in an editor",
  prepare: () => installServerEditor(newestEditor),
};

export const oldest: Requirement = {
  tests: "the extension in the oldest editor",
  prepare: () => installServerEditor(oldestEditor),
};
