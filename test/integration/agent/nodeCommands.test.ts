import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { NodeCommands } from "../../../src/agentNode/commands/nodeCommands.ts";
import { signalTree } from "../../../src/agentNode/processes/processTree.ts";

let root: string;
let workspace: string;
let home: string;
let commands: NodeCommands;
let count = 0;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "ai-hub-commands-")));
  workspace = join(root, "workspace");
  home = join(root, "home");
  mkdirSync(join(workspace, ".git"), { recursive: true });
  mkdirSync(join(home, ".ssh"), { recursive: true });
  mkdirSync(join(root, "output"));
  writeFileSync(join(home, ".ssh", "id_rsa"), "key");
  writeFileSync(join(home, ".netrc"), "password");
  writeFileSync(join(workspace, "a.txt"), "a");
  commands = commandsWith(process.env["PATH"] ?? "");
});
afterEach(async () => {
  await commands.stopAll();
  rmSync(root, { recursive: true, force: true });
});

function commandsWith(path: string): NodeCommands {
  count += 1;
  return new NodeCommands({
    runId: `test-${process.pid}-${count}`,
    workspace: [workspace],
    home,
    outputFolder: join(root, "output"),
    movedFolder: join(root, "movedAway"),
    environment: { ...process.env, PATH: path, MINE: "1" },
    allowedVariables: () => [],
  });
}

async function run(script: string, way: "plain" | "inside" | "outside") {
  const command = await commands.start({ script, folder: workspace, timeoutMs: 60_000, way });
  const end = await command.ended;
  return { end, text: command.output().text.trim(), movedAway: command.movedAway };
}

function inApps(...names: readonly string[]): string {
  return join(workspace, "apps", ...names);
}

describe("a plain script", () => {
  test("runs with almost no environment", async () => {
    expect(await commands.isPlain("echo a | wc -l", workspace)).toBe(true);
    expect(await run("echo a | wc -l", "plain")).toMatchObject({
      end: { kind: "exited", code: 0 },
      text: "1",
    });
  });

  test("of Git runs no hook and leaves the index as it is", async () => {
    rmSync(join(workspace, ".git"), { recursive: true });
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
        cwd: workspace,
      });
    git("init", "-q");
    git("add", "a.txt");
    git("commit", "-qm", "first");
    const hook = join(workspace, ".git", "hooks", "post-index-change");
    mkdirSync(join(workspace, ".git", "hooks"), { recursive: true });
    writeFileSync(hook, `#!/bin/sh\ntouch ${root}/hook\n`, { mode: 0o755 });
    utimesSync(join(workspace, "a.txt"), 1_000, 1_000);
    const index = readFileSync(join(workspace, ".git", "index"));
    expect(await run("git status --short", "plain")).toMatchObject({
      end: { kind: "exited", code: 0 },
      text: "",
    });
    expect(existsSync(join(root, "hook"))).toBe(false);
    expect(readFileSync(join(workspace, ".git", "index")).equals(index)).toBe(true);
  });

  test("is checked again when it starts", async () => {
    expect((await run("env", "plain")).end.kind).toBe("notStarted");
  });
});

describe.runIf(process.platform === "linux")("in the sandbox", () => {
  test("one is there when nothing may be skipped", async () => {
    const problem = await commands.sandboxProblem();
    expect(process.env["AI_HUB_REQUIRE_ALL"] === "1" ? problem : undefined).toBeUndefined();
  });

  test("the workspace and a private /tmp can be written, nothing else", async ({ skip }) => {
    skip((await commands.sandboxProblem()) !== undefined);
    const script = `echo b > b.txt; echo c > /tmp/ai-hub-private && cat /tmp/ai-hub-private; echo d > ${root}/outside.txt`;
    const { text } = await run(script, "inside");
    expect(text.split("\n")[0]).toBe("c");
    expect(readFileSync(join(workspace, "b.txt"), "utf8")).toBe("b\n");
    expect(existsSync(join(root, "outside.txt"))).toBe(false);
    expect(existsSync("/tmp/ai-hub-private")).toBe(false);
  });

  test("keys of the home folder are gone", async ({ skip }) => {
    skip((await commands.sandboxProblem()) !== undefined);
    const script = `cat ${home}/.ssh/id_rsa ${home}/.netrc 2>/dev/null; ls -A ${home}; echo end`;
    expect((await run(script, "inside")).text).toBe("end");
  });

  test("there is no network, not even to this machine, and no other process", async ({ skip }) => {
    skip((await commands.sandboxProblem()) !== undefined);
    let connections = 0;
    const server = createServer(() => (connections += 1));
    const port = await new Promise<number>((resolve) =>
      server.listen(0, "127.0.0.1", () => {
        const address = server.address();
        resolve(typeof address === "object" && address ? address.port : 0);
      }),
    );
    const { text } = await run(
      `(exec 3<>/dev/tcp/127.0.0.1/${port}) 2>/dev/null || echo none; ls /proc | grep -c ${process.pid}`,
      "inside",
    );
    server.close();
    expect([connections, text]).toEqual([0, "none\n0"]);
  });

  test("Git's folder cannot be changed, and what would run by itself is moved away", async ({
    skip,
  }) => {
    skip((await commands.sandboxProblem()) !== undefined);
    const { text, movedAway } = await run(
      "touch .git/x 2>/dev/null || echo refused; mkdir .vscode; echo x > .vscode/tasks.json",
      "inside",
    );
    expect(text).toBe("refused");
    expect(existsSync(join(workspace, ".vscode"))).toBe(false);
    expect(movedAway).toMatchObject([{ path: join(workspace, ".vscode") }]);
  });

  test("nested repositories, submodules and worktrees cannot be changed, new ones are moved away", async ({
    skip,
  }) => {
    skip((await commands.sandboxProblem()) !== undefined);
    mkdirSync(join(workspace, "packages", "x", ".git", "hooks"), { recursive: true });
    mkdirSync(join(workspace, "packages", "y"));
    writeFileSync(join(workspace, "packages", "y", ".git"), "gitdir: ../../.git/modules/y\n");
    const script = [
      "touch packages/x/.git/hooks/pre-commit 2>/dev/null || echo refused",
      "echo 'gitdir: ../evil' 2>/dev/null > packages/y/.git || echo refused",
      "rm -rf packages/x/.git packages/y/.git 2>/dev/null || echo refused",
      "mkdir -p packages/z/.git; echo x > packages/z/.git/config",
      // A folder above is renamed, and another repository put into its place.
      "mv packages/x packages/w; mkdir -p packages/x/.git; echo x > packages/x/.git/config",
    ].join("\n");
    const { text, movedAway } = await run(script, "inside");
    expect(text).toBe("refused\nrefused\nrefused");
    const at = (name: string) => join(workspace, "packages", name, ".git");
    expect(movedAway.map(({ path }) => path).toSorted()).toEqual([at("x"), at("z")]);
    expect([existsSync(join(at("w"), "hooks")), existsSync(at("y"))]).toEqual([true, true]);
    expect([existsSync(at("x")), existsSync(at("z"))]).toEqual([false, false]);
  });

  test("what runs by itself or instructs models is protected in folders below, too, but not in vendored packages", async ({
    skip,
  }) => {
    skip((await commands.sandboxProblem()) !== undefined);
    mkdirSync(inApps("a", ".husky"), { recursive: true });
    writeFileSync(inApps("a", "AGENTS.md"), "Be calm.\n");
    const script = [
      "echo 'Run curl.' 2>/dev/null > apps/a/AGENTS.md || echo refused",
      "touch apps/a/.husky/pre-commit 2>/dev/null || echo refused",
      "mkdir -p apps/b/.claude apps/a/vendor/p/.github; echo x > apps/b/.envrc",
      "touch apps/b/.claude/x apps/a/vendor/p/CLAUDE.md apps/b/new.ts",
    ].join("\n");
    const { text, movedAway } = await run(script, "inside");
    expect(text).toBe("refused\nrefused");
    expect(movedAway.map(({ path }) => path).toSorted()).toEqual([
      inApps("b", ".claude"),
      inApps("b", ".envrc"),
    ]);
    expect(existsSync(inApps("a", "vendor", "p", "CLAUDE.md"))).toBe(true);
    expect(existsSync(inApps("b", "new.ts"))).toBe(true);
  });

  test("what appears after the first command is protected as well", async ({ skip }) => {
    skip((await commands.sandboxProblem()) !== undefined);
    mkdirSync(join(workspace, ".vscode"));
    const { text, movedAway } = await run("touch .vscode/x 2>/dev/null || echo refused", "inside");
    expect([text, movedAway]).toEqual(["refused", []]);
    expect(existsSync(join(workspace, ".vscode"))).toBe(true);
  });

  test("keys stay hidden in a workspace that has them, and there is none around the home folder", async ({
    skip,
  }) => {
    skip((await commands.sandboxProblem()) !== undefined);
    mkdirSync(join(home, ".config", "gh"), { recursive: true });
    writeFileSync(join(home, ".config", "gh", "hosts.yml"), "token");
    workspace = join(home, ".config");
    commands = commandsWith(process.env["PATH"] ?? "");
    expect((await run("ls -A gh; echo end", "inside")).text).toBe("end");
    workspace = root;
    commands = commandsWith(process.env["PATH"] ?? "");
    expect(await commands.sandboxProblem()).toContain("home folder");
  });

  test("what the person made meanwhile outlives the run, whose stop waits for it", async ({
    skip,
  }) => {
    skip((await commands.sandboxProblem()) !== undefined);
    rmSync(join(workspace, ".git"), { recursive: true });
    const request = { folder: workspace, timeoutMs: 60_000, way: "inside" } as const;
    const { movedAway } = await commands.start({ ...request, script: "sleep 300" });
    mkdirSync(join(workspace, ".git"));
    writeFileSync(join(workspace, ".git", "HEAD"), "history");
    await commands.stopAll();
    rmSync(join(root, "output"), { recursive: true });
    const [{ path, to = "" } = { path: "" }] = movedAway;
    expect(path).toBe(join(workspace, ".git"));
    expect(readFileSync(join(to, "HEAD"), "utf8")).toBe("history");
  });
});

test("without a sandbox it says why, and nothing runs inside", async () => {
  commands = commandsWith("/bin-without-bubblewrap:/bin");
  const folder = join(root, "bin");
  mkdirSync(folder);
  writeFileSync(join(folder, "bwrap"), "#!/bin/sh\necho 'no namespaces here' >&2\nexit 1\n", {
    mode: 0o755,
  });
  commands = commandsWith(`${folder}:${process.env["PATH"] ?? ""}`);
  if (process.platform === "linux") {
    expect(await commands.sandboxProblem()).toContain("no namespaces here");
  }
  expect(await run("touch made.txt", "inside")).toMatchObject({ end: { kind: "notStarted" } });
  expect(existsSync(join(workspace, "made.txt"))).toBe(false);
});

test("a command that is still prepared when the run ends does not start", async () => {
  const request = { folder: workspace, timeoutMs: 60_000, way: "outside" } as const;
  const starting = commands.start({ ...request, script: "touch made.txt; sleep 300" });
  await commands.stopAll();
  const command = await starting;
  expect(await command.ended).toEqual({ kind: "notStarted", reason: "the run is over" });
  expect(existsSync(join(workspace, "made.txt"))).toBe(false);
});

test("the end of a run ends all of its commands, also what left its group", async () => {
  const request = { folder: workspace, timeoutMs: 60_000, way: "outside" } as const;
  const [first, second] = await Promise.all([
    commands.start({ ...request, script: "sleep 300" }),
    commands.start({ ...request, script: "setsid sleep 300 & echo x" }),
  ]);
  expect(commands.find(first.id)).toBe(first);
  expect(first.id).not.toBe(second.id);
  await second.ended;
  await commands.stopAll();
  const mark = `test-${process.pid}-${count}`;
  expect(await signalTree({ leader: undefined, mark }, "check")).toBe(false);
});
