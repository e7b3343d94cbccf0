import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { beforeAll, describe, expect, test } from "vitest";

import { readScript } from "../../../src/agent/command/shellReader.ts";
import { randomScript } from "./randomScript.ts";

const seed = Number(process.env["AI_HUB_SCRIPT_SEED"] ?? 1);
const batch = 500;
const separator = "\u0001";
const end = "\u0002";
/** Programs that record their arguments, each by one write, and end with `$status`. */
const recorders = ["p1", "p2", "p3"];
const shells = [
  { name: "bash", args: ["--norc", "--noprofile", "-c"] },
  { name: "dash", args: ["-c"] },
  { name: "zsh", args: ["-f", "-c"] },
].flatMap(({ name, args }) => {
  const found = spawnSync("/bin/sh", ["-c", `command -v ${name}`], { encoding: "utf8" });
  return found.status === 0 ? [{ name, args, program: found.stdout.trim() }] : [];
});

let folder: string;

/** Random scripts that are read as a shell would, in all shells of this machine. */
export function describeShells(scripts: number): void {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "ai-hub-shells-"));
    return () => rmSync(folder, { recursive: true, force: true });
  });

  test("all three shells are there when nothing may be skipped", () => {
    const isRequired = process.env["AI_HUB_REQUIRE_ALL"] === "1";
    expect(shells.length).toBeGreaterThanOrEqual(isRequired ? 3 : 1);
  });

  describe.each(shells)("$name starts what was read", (shell) => {
    test(`in ${scripts} random scripts`, { timeout: 3_600_000 }, () =>
      startsWhatWasRead(shell, scripts),
    );
  });
}

function startsWhatWasRead(shell: (typeof shells)[number], scripts: number): void {
  const read = readable(scripts);
  // Each command of a chain runs with one of the two: behind && if all succeed, behind || if all fail.
  const succeeded = recordsOf(shell, read, 0);
  const failed = recordsOf(shell, read, 1);
  const escapes = read
    .map(({ script, expected }, index) => ({
      script,
      expected,
      started: [succeeded[index] ?? [], failed[index] ?? []],
    }))
    .filter(
      ({ expected, started }) =>
        !started.every((commands) => isWithin(commands, expected)) ||
        !expected.every((command) => started.some((commands) => commands.includes(command))),
    );
  expect(escapes.slice(0, 5)).toEqual([]);
  expect(read.length).toBeGreaterThan(scripts / 10);
}

interface Readable {
  readonly script: string;
  readonly expected: readonly string[];
}

/** Those of the random scripts that are read as plain and start recorders only. */
function readable(scripts: number): readonly Readable[] {
  return Array.from({ length: scripts }, (_, index) => randomScript(seed * 1_000_003 + index))
    .map((script) => ({ script, commands: readScript(script) ?? [] }))
    .filter(
      ({ commands }) =>
        commands.length > 0 && commands.every(({ words: [name = ""] }) => recorders.includes(name)),
    )
    .map(({ script, commands }) => ({
      script,
      expected: commands.map(({ words }) => words.join(separator)),
    }));
}

/** What the shell started for each script, and what it complained about. */
function recordsOf(
  { name, args, program }: (typeof shells)[number],
  read: readonly Readable[],
  status: number,
): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(read.length / batch) }, (_, index) =>
    read.slice(index * batch, (index + 1) * batch).map(({ script }) => script),
  ).flatMap((some) => {
    const record = join(folder, `${name}-${status}`);
    const functions = recorders.map(
      (recorder) =>
        `${recorder}() { r="$n${separator}${recorder}"; for w in "$@"; do r="$r${separator}$w"; done; printf '%s${end}' "$r" >>"$RECORD"; return ${status}; }`,
    );
    const run = `n=0; for s do (eval "$s") </dev/null >/dev/null 2>>"$ERRORS"; printf '${end}' >>"$ERRORS"; n=$((n + 1)); done`;
    rmSync(record, { force: true });
    rmSync(`${record}-errors`, { force: true });
    const result = spawnSync(program, [...args, [...functions, run].join("\n"), name, ...some], {
      cwd: folder,
      env: {
        RECORD: record,
        ERRORS: `${record}-errors`,
        PATH: "/nowhere",
        HOME: "/home/tilde",
        LANG: "C.UTF-8",
      },
      // The fourth is inherited by all, so the call waits also for members of pipelines that zsh leaves behind.
      stdio: ["ignore", "pipe", "pipe", "pipe"],
      timeout: 600_000,
    });
    expect(result.error).toBeUndefined();
    const errors = readFileSync(`${record}-errors`, "utf8").split(end);
    const started = some.map((): string[] => []);
    for (const entry of readFileSync(record, "utf8").split(end).slice(0, -1)) {
      const [index, ...command] = entry.split(separator);
      started[Number(index)]?.push(command.join(separator));
    }
    return started.map((commands, index) => {
      const complaint = errors[index] ?? "no end";
      return complaint === "" ? commands : [...commands, complaint];
    });
  });
}

/** Whether all that was started was expected, each no more often than expected. */
function isWithin(started: readonly string[], expected: readonly string[]): boolean {
  const left = [...expected];
  return started.every((command) => {
    const index = left.indexOf(command);
    left.splice(index, index < 0 ? 0 : 1);
    return index >= 0;
  });
}
