import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { checkPlain } from "../../../src/agentNode/commands/plainCheck.ts";
import { plainEnvironment } from "../../../src/agentNode/processes/commandEnvironment.ts";

/** Text of files that a plain command may not show. */
const canary = "canary-of-a-foreign-file";

/** Repositories in which every slot of Git for a program holds one that leaves a mark. */
export class GitSlots {
  readonly #home = mkdtempSync(join(tmpdir(), "ai-hub-slots-"));
  readonly #mark = join(this.#home, "started");
  readonly #program = join(this.#home, "canary.sh");
  /** The workspaces: a whole repository, a subfolder of one, and one whose `.git` names a foreign repository. */
  readonly workspaces: readonly string[];

  constructor() {
    writeFileSync(this.#program, `#!/bin/sh\necho started >> ${this.#mark}\ncat\n`);
    chmodSync(this.#program, 0o755);
    writeFileSync(join(this.#home, ".gitconfig"), slots(this.#program));
    const whole = this.#repository("whole");
    const outer = this.#repository("outer", "app");
    const foreign = this.#repository("foreign");
    const linked = join(this.#home, "linked");
    mkdirSync(linked);
    writeFileSync(join(linked, ".git"), `gitdir: ${join(foreign, ".git")}\n`);
    this.workspaces = [whole, join(outer, "app"), linked];
  }

  /** Undefined if a card would come first; else what the command did that it may not. */
  async run(workspace: string, script: string): Promise<readonly string[] | undefined> {
    const options = { folder: workspace, workspace: [workspace], path: process.env["PATH"] ?? "" };
    const path = await checkPlain(script, options);
    if (path === undefined) {
      return undefined;
    }
    rmSync(this.#mark, { force: true });
    const env = plainEnvironment({ ...process.env, HOME: this.#home }, { path, mark: "" });
    const shown = output(script, workspace, env);
    return [
      ...(existsSync(this.#mark) ? ["started a program"] : []),
      ...(isShown(shown, workspace) ? ["showed a foreign file"] : []),
    ];
  }

  /** Whether Git with the person's configuration starts a program here: else the slots prove nothing. */
  startsWithoutCare(script: string): boolean {
    rmSync(this.#mark, { force: true });
    output(script, this.workspaces[0] ?? "", { ...process.env, HOME: this.#home });
    return existsSync(this.#mark);
  }

  dispose(): void {
    rmSync(this.#home, { recursive: true, force: true });
  }

  /** A repository with a signed commit, tags of single files, and files in and outside `app`. */
  #repository(name: string, app = "."): string {
    const top = join(this.#home, name);
    const git = (...args: readonly string[]): string =>
      execFileSync("git", ["-c", "user.name=T", "-c", "user.email=t@example.org", ...args], {
        cwd: top,
        encoding: "utf8",
        env: { ...process.env, HOME: "/nowhere", GIT_CONFIG_NOSYSTEM: "1" },
      }).trim();
    const put = (path: string, text: string): void => writeFileSync(join(top, path), text);
    mkdirSync(join(top, "other"), { recursive: true });
    mkdirSync(join(top, app, "src"), { recursive: true });
    git("init", "--quiet", "--initial-branch=main");
    const isWhole = app === "." && name !== "foreign";
    put("other/notes.txt", isWhole ? "notes\n" : `${canary}\n`);
    put(join(app, ".env"), `KEY=${canary}\n`);
    put(join(app, "a.txt"), name === "foreign" ? `${canary}\n` : "one\n");
    put(join(app, "src/b.txt"), "two\n");
    put(join(app, ".gitattributes"), "* filter=own diff=own\n");
    git("add", ".");
    git("commit", "--quiet", "-m", "First");
    put(join(app, "a.txt"), name === "foreign" ? `${canary} 2\n` : "one\nthree\n");
    put("other/notes.txt", isWhole ? "more\n" : `${canary} 2\n`);
    git("commit", "--quiet", "-am", "Second");
    this.#sign(top, git);
    const prefix = app === "." ? "" : `${app}/`;
    git("tag", "-a", "ann", "-m", "A file", `HEAD:${prefix}.env`);
    git("tag", "-a", "ann2", "-m", "A tag of a tag", "ann");
    git("tag", "light", `HEAD:${prefix}.env`);
    git("tag", "-a", "tree", "-m", "A tree", "HEAD^{tree}");
    put(join(app, "a.txt"), name === "foreign" ? `${canary} 3\n` : "one\nfour\n");
    put("other/notes.txt", isWhole ? "most\n" : `${canary} 3\n`);
    return top;
  }

  #sign(top: string, git: (...args: readonly string[]) => string): void {
    const [head = "", ...message] = git("cat-file", "commit", "HEAD").split("\n\n");
    const signature =
      "gpgsig -----BEGIN PGP SIGNATURE-----\n \n aGk=\n -----END PGP SIGNATURE-----";
    const commit = `${head}\n${signature}\n\n${message.join("\n\n")}\n`;
    writeFileSync(join(top, ".git/signed"), commit);
    const id = git("hash-object", "-t", "commit", "-w", ".git/signed");
    git("update-ref", "refs/heads/main", id);
  }
}

function output(script: string, cwd: string, env: NodeJS.ProcessEnv): string {
  try {
    return execFileSync("/bin/sh", ["-c", script], {
      cwd,
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 20_000,
    });
  } catch (error) {
    // Git refuses many random commands; what it printed before counts.
    const { stdout } = error as { readonly stdout?: unknown };
    return typeof stdout === "string" ? stdout : "";
  }
}

/** A secret file of the workspace itself may be shown under its name, which is left out before a model sees it. */
function isShown(shown: string, workspace: string): boolean {
  const parts = shown.split(/^(?=diff --(?:git|cc|combined) )/mu);
  const foreign = workspace.endsWith("whole")
    ? parts.filter((part) => !/^diff --.*\.env/u.test(part))
    : parts;
  return foreign.some((part) => part.includes(canary));
}

function slots(program: string): string {
  const keys = [
    ["core", "fsmonitor pager editor sshCommand alternateRefsCommand askPass"],
    ["diff", "external tool"],
    ["gpg", "program"],
    ["pager", "log show diff status blame"],
    ["interactive", "diffFilter"],
    ["credential", "helper"],
    ['filter "own"', "clean smudge process"],
    ['diff "own"', "textconv command"],
    ['merge "own"', "driver"],
    ['trailer "own"', "command cmd"],
    ['difftool "own"', "cmd"],
  ] as const;
  const sections = keys.map(([section, names]) => {
    const lines = names.split(" ").map((name) => `\t${name} = ${program}`);
    return `[${section}]\n${lines.join("\n")}\n`;
  });
  return `${sections.join("")}[log]\n\tshowSignature = true\n[safe]\n\tdirectory = *\n`;
}

const formats = [
  "%H",
  "%-GG",
  "% GS",
  "%+GK",
  "%G?",
  "%GF",
  "%an%n%s",
  "%C(red)%h",
  "%-b",
  "%(trailers)",
];
const formatOptions = formats.flatMap((format) => [
  `--format='${format}'`,
  `--pretty='format:${format}'`,
]);
const options = [
  ...formatOptions,
  "-p",
  "--stat",
  "--all",
  "--graph",
  "-n 1",
  "--oneline",
  "--name-only",
  "--no-ext-diff",
  "-s",
  "--cached",
  "--check",
  "--follow",
  "-S one",
  "--word-diff",
  "--show-signature",
  "--textconv",
  "--ext-diff",
  "-L 1,2",
  "--porcelain",
  "--short",
  "--reverse",
  "--decorate",
  "-U1",
  "-M",
  "-C",
];
const operands = [
  "HEAD",
  "HEAD~1",
  "HEAD~1..HEAD",
  "main",
  "ann",
  "ann2",
  "light",
  "tree",
  "ann^{}",
  "ann2^{}",
  "HEAD:a.txt",
  "HEAD:./a.txt",
  "HEAD:other/notes.txt",
  "HEAD:app/a.txt",
  "HEAD:../other/notes.txt",
  "HEAD:.env",
  "tree:.env",
  "tree:other/notes.txt",
  "a.txt",
  "src",
  "src/b.txt",
  ".",
  "-- a.txt",
  "-- .",
  "-- ../other",
  "../other/notes.txt",
  "-- .env",
  "ann..HEAD",
  "HEAD^{tree}",
  ":/First",
  ":0:.env",
  "':(top)other'",
  "^HEAD~1 HEAD",
  "HEAD^{tree}:other/notes.txt",
  "HEAD:",
];
const commands = ["log", "show", "diff", "status", "blame", "ls-files", "rev-parse"];

/** A command by two numbers below 2^32: the same numbers give the same command. */
export function gitCommand(first: number, second: number): string {
  const command = pick(commands, first);
  const some = [
    ...(second % 3 === 0 ? [] : [pick(options, Math.floor(first / 7))]),
    ...(second % 5 === 0 ? [pick(options, Math.floor(second / 15))] : []),
    ...(second % 4 === 0 ? [] : [pick(operands, Math.floor(second / 7))]),
    ...(first % 6 === 0 ? [pick(operands, Math.floor(first / 400))] : []),
  ];
  return ["git", ...(first % 9 === 0 ? ["--no-pager"] : []), command, ...some].join(" ");
}

function pick(list: readonly string[], from: number): string {
  return list[from % list.length] ?? "";
}
