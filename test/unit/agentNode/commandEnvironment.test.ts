import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import {
  commandEnvironment,
  withheldVariables,
} from "../../../src/agentNode/processes/commandEnvironment.ts";

function passes(name: string): boolean {
  return commandEnvironment({ [name]: "x" }, { mark: "m", allowed: [] })[name] === "x";
}

test.each(
  "PGPASSWORD MYSQL_PWD SSHPASS GITHUBTOKEN GITHUB_TOKEN TOKEN DB_PASS AWS_SECRET_ACCESS_KEY OPENAI_API_KEY APIKEY PASSWORD_FILE client_secret PWD_HASH COOKIE DOCKER_AUTH_CREDENTIALS VAULT_TOKEN_2".split(
    " ",
  ),
)("a command does not get %s", (name) => {
  expect(passes(name)).toBe(false);
});

test.each(
  "PWD OLDPWD INIT_CWD TOKENIZERS_PARALLELISM MAX_TOKENS KEYBOARD_LAYOUT PASSENGER_ROOT COMPASS_HOME MONKEY HOME JAVA_HOME".split(
    " ",
  ),
)("a command gets %s", (name) => {
  expect(passes(name)).toBe(true);
});

test("only what looks secret can be let in, never what starts something or belongs to the product", () => {
  const base = {
    MY_TOKEN: "a",
    DATABASE_URL: "postgres://me:secret@host/db",
    LD_PRELOAD: "a",
    AI_HUB_TOKEN: "a",
    HOME: "/",
  };
  expect(withheldVariables(base)).toEqual(["DATABASE_URL", "MY_TOKEN"]);
  const got = commandEnvironment(base, { mark: "m", allowed: Object.keys(base) });
  expect(got).toMatchObject({ MY_TOKEN: "a", DATABASE_URL: base.DATABASE_URL });
  expect(got).not.toHaveProperty("LD_PRELOAD");
  expect(got).not.toHaveProperty("AI_HUB_TOKEN");
});

test.runIf(process.platform !== "win32").each([
  ["vi a.txt", "vi: nobody can type here"],
  ["bash -c 'nano a.txt'", "nano: nobody can type here"],
  ["git commit --allow-empty", "git commit -m"],
  ["git rebase -i --root", "git commit -m"],
  ["watch -n 9 date", "unknown"],
  ["tput cup 0 0", "unknown"],
  ['$KUBE_EDITOR a.txt; sh -c "$KUBE_EDITOR a.txt"', "No editor can be used here"],
])("%s ends at once with a word", (script, words) => {
  const folder = mkdtempSync(join(tmpdir(), "ai-hub-editor-"));
  const base = {
    PATH: process.env["PATH"],
    HOME: folder,
    KUBE_EDITOR: "sleep 100",
    MANPAGER: "sleep 100",
  };
  const env = commandEnvironment(base, { mark: "m", allowed: [] });
  const git = "git -c user.name=a -c user.email=a@example.org";
  const all = `git init -q . && ${git} commit -q --allow-empty -m x && ${script.replace(/^git/u, git)}`;
  const { status, stderr } = spawnSync("bash", ["--norc", "-c", all], {
    cwd: folder,
    env,
    stdio: ["ignore", "ignore", "pipe"],
    timeout: 30_000,
  });
  rmSync(folder, { recursive: true });
  expect(stderr.toString()).toContain(words);
  expect(status).not.toBe(0);
  expect(env["MANPAGER"]).toBe("cat");
});
