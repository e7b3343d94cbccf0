import { spawn } from "node:child_process";

import { quietGitVariables } from "../agent/command/quietGit.ts";
import { pathOutside, realPathOf } from "../agentNode/files/realPaths.ts";
import { findProgram } from "../agentNode/processes/shell.ts";
import type { Commit } from "../codeIndex/segments/history.ts";

const maxCommits = 2_000;
const maxMs = 20_000;
const maxBytes = 20 * 1024 * 1024;
/** Separates records; subjects and paths cannot contain it. */
const recordStart = "\u0001";

export interface GitLog {
  readonly commits: readonly Commit[];
  readonly head: string;
}

/**
 * A trusted folder's last commits. Undefined without git or repository, on a timeout, or if HEAD is `known`. Starts
 * nothing that the repository configures.
 */
export async function readGitLog(
  folder: string,
  environment: NodeJS.ProcessEnv,
  { known = "", signal }: { readonly known?: string; readonly signal?: AbortSignal } = {},
): Promise<GitLog | undefined> {
  const format = `--pretty=format:${recordStart}%H%x00%s%x00`;
  const path = await pathOutside(environment["PATH"] ?? "", [await realPathOf(folder)]);
  const program = findProgram(process.platform === "win32" ? "git.exe" : "git", path);
  if (program === undefined) {
    return undefined;
  }
  const run = { folder, environment: { ...environment, PATH: path }, signal };
  const head = (await runGit(program, [...hardened, "rev-parse", "HEAD"], run))?.trim();
  if (head === undefined || head === known) {
    return undefined;
  }
  const output = await runGit(
    program,
    [
      ...hardened,
      "log",
      `--max-count=${maxCommits}`,
      "--no-merges",
      "--name-only",
      "--no-renames",
      "--no-ext-diff",
      "--no-textconv",
      "--no-show-signature",
      "--relative",
      "--diff-filter=AM",
      "-z",
      format,
      "HEAD",
      "--",
      ".",
    ],
    run,
  );
  return output === undefined ? undefined : { commits: parseLog(output), head };
}

const hardened: readonly string[] = [
  "--no-pager",
  "--literal-pathspecs",
  ...["protocol.allow=never", "log.mailmap=false", "diff.renames=false"].flatMap((setting) => [
    "-c",
    setting,
  ]),
];

interface GitRun {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal | undefined;
}

function runGit(
  program: string,
  args: readonly string[],
  { folder, environment, signal }: GitRun,
): Promise<string | undefined> {
  const limits = [AbortSignal.timeout(maxMs), ...(signal ? [signal] : [])];
  return new Promise((resolve) => {
    const git = spawn(program, args, {
      cwd: folder,
      env: gitEnvironment(environment),
      stdio: ["ignore", "pipe", "ignore"],
      signal: AbortSignal.any(limits),
      windowsHide: true,
    });
    const pieces: Buffer[] = [];
    let size = 0;
    git.stdout.on("data", (piece: Buffer) => {
      size += piece.length;
      if (size > maxBytes) {
        git.kill();
      } else {
        pieces.push(piece);
      }
    });
    git.once("error", () => resolve(undefined));
    git.once("close", (code) => {
      // Output cut at the limit is valid up to its last whole record.
      const isUsable = code === 0 || size > maxBytes;
      resolve(isUsable ? Buffer.concat(pieces).toString("utf8") : undefined);
    });
  });
}

function gitEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(([name]) => !/^GIT_/iu.test(name));
  return {
    ...Object.fromEntries(kept),
    ...quietGitVariables,
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    LC_ALL: "C",
  };
}

function parseLog(output: string): readonly Commit[] {
  return output
    .split(recordStart)
    .slice(1)
    .map((record): Commit => {
      const [, subject = "", ...paths] = record.split("\0");
      return {
        subject,
        paths: paths.map((path) => path.replace(/^\n/u, "")).filter((path) => path !== ""),
      };
    });
}
