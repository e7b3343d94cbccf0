import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { NodeCommands } from "../../../src/agentNode/commands/nodeCommands.ts";
import { bashIn } from "./bashIn.ts";
import { ConfinedPlace } from "./confinedPlace.ts";

let place: ConfinedPlace;

beforeEach(async ({ skip }) => {
  const probe = new ConfinedPlace();
  const problem = await probe.commands.sandboxProblem();
  await probe.dispose();
  skip(problem !== undefined);
});
afterEach(async () => place?.dispose());

function write(path: string, text: string): string {
  const file = join(place.root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** A program that prints its name, and a file that it needs beside it. */
function program(path: string, needs?: string): void {
  const needed = needs === undefined ? "" : `cat '${write(needs, "with ")}'; `;
  chmodSync(write(path, `#!/bin/sh\n${needed}echo '${path}'\n`), 0o755);
}

const canary = "canary-8c1f";
/** What a home has that no command needs. */
const hidden = (
  ".codex/auth.json .claude.json .claude/history.jsonl .m2/settings.xml .m2/settings-security.xml .gradle/gradle.properties " +
  ".gradle/init.d/a.gradle .config/gh/hosts.yml .config/some-tool/token .config/git/config .config/composer/auth.json " +
  ".config/Code/User/globalStorage/state.vscdb .config/Code/User/settings.json .vscode/argv.json .vscode-server/data/a " +
  ".local/share/ai-hub/conversations/a.jsonl .local/share/keyrings/login .local/share/code-server/heartbeat .local/state/a " +
  ".local/share/uv/credentials/a .local/bin/../secret Documents/letter.txt Desktop/a Downloads/a other-project/.env " +
  "other-project/src/a.ts .ssh/id_ed25519 .gnupg/a .aws/credentials .netrc .npmrc .yarnrc.yml .pypirc .git-credentials " +
  ".gitconfig .bash_history .profile .cargo/credentials.toml .cargo/config.toml .npm/_logs/a .nuget/NuGet/NuGet.Config " +
  ".dotnet/corefx/a .gem/credentials .local/share/gem/credentials .bundle/config .hex/hex.config .cabal/config " +
  ".terraform.d/credentials.tfrc.json .terraformrc .conan2/credentials.json .pub-cache/credentials.json .ivy2/.credentials " +
  ".cache/huggingface/token .cache/mozilla/a .mozilla/a go/src/other/a.go .docker/config.json .kube/config thunderbird/a"
).split(" ");

async function leaks(): Promise<string> {
  const { root } = place;
  const files = hidden.map((name) => `'${join(root, "home", name)}'`).join(" ");
  const { text } = await place.inside(
    `cat ${files} 2>/dev/null; grep -rsl ${canary} '${root}' | grep -v '^${place.workspace}'`,
  );
  return text;
}

test("nothing of the home can be read that no tool needs, nor of the product's own folder", async () => {
  place = new ConfinedPlace({ own: ["data"] });
  for (const name of hidden) {
    write(`home/${name}`, `# ${canary} ${name}\n`);
  }
  write("data/conversations/a.jsonl", canary);
  write("workspace/a.txt", canary);
  expect(await leaks()).toBe("");
  expect((await place.inside(`cat a.txt; ls -A ${place.home}`)).text).not.toContain("Documents");
});

test("a home that is a link is as empty, by both of its names", async () => {
  // In the workspace, which is seen inside although this machine's temp folders are not.
  place = new ConfinedPlace({ home: "workspace/link" });
  symlinkSync(join("..", "home"), join(place.workspace, "link"));
  for (const name of hidden) {
    write(`home/${name}`, `# ${canary} ${name}\n`);
  }
  program("home/.nvm/versions/node/v1/bin/node1");
  expect(await leaks()).toBe("");
  const tool = join(place.workspace, "link", ".nvm/versions/node/v1/bin/node1");
  const { text } = await place.inside(
    `cat ${join(place.root, "link", "Documents/letter.txt")}; ${tool}`,
  );
  expect(text).toMatch(/No such file/u);
  // Of two pipes, either can be read first.
  expect(text.split("\n")).toContain("home/.nvm/versions/node/v1/bin/node1");
});

test("a workspace in the home works, and what lies beside it is not there", async () => {
  place = new ConfinedPlace({ folder: "home/dev/shop" });
  for (const name of hidden) {
    write(`home/${name}`, `# ${canary} ${name}\n`);
  }
  write("home/dev/other/a.ts", canary);
  write("home/dev/shop/a.ts", "one\n");
  bashIn(place.workspace, place.home, "git init -q && git add -A && git commit -qm first");
  expect(await leaks()).toBe("");
  const { text } = await place.inside("cat a.ts; echo two > b.ts; git status --short; ls -A ..");
  expect(text).toBe("one\n?? b.ts\nshop");
  expect(readFileSync(join(place.workspace, "b.ts"), "utf8")).toBe("two\n");
});

test("toolchains of version managers in the home run, and find what lies beside them", async () => {
  place = new ConfinedPlace();
  await place.dispose();
  const tools: readonly (readonly [program: string, needs?: string])[] = [
    [
      ".nvm/versions/node/v22.0.0/bin/t-nvm",
      ".nvm/versions/node/v22.0.0/lib/node_modules/npm/a.js",
    ],
    [".volta/bin/t-volta", ".volta/tools/image/node/22.0.0/bin/node"],
    [".asdf/shims/t-asdf", ".asdf/installs/nodejs/22.0.0/bin/node"],
    [".pyenv/shims/t-pyenv", ".pyenv/versions/3.12.0/bin/python"],
    [".rbenv/shims/t-rbenv", ".rbenv/versions/3.3.0/bin/ruby"],
    [".cargo/bin/t-cargo", ".rustup/toolchains/stable/bin/cargo"],
    [".sdkman/candidates/java/current/bin/t-java", ".sdkman/candidates/java/21/lib/modules"],
    [".local/bin/t-pipx", ".local/share/pipx/venvs/tool/bin/tool"],
    [".local/bin/t-uv", ".local/share/uv/tools/tool/bin/tool"],
    [".npm-global/bin/t-npm", ".npm-global/lib/node_modules/tool/a.js"],
    ["jdk-21/bin/t-jdk", "jdk-21/lib/modules"],
    ["go/bin/t-go", "go/pkg/mod/a/go.mod"],
    ["tools/t-plain", ".tool-versions"],
  ];
  const folders = new Set(tools.map(([name]) => dirname(name)));
  const environment = { ...process.env };
  place = new ConfinedPlace({ environment });
  const at = (name: string) => join(place.home, name);
  environment["PATH"] = [...[...folders].map(at), process.env["PATH"]].join(":");
  for (const [name, needs] of tools) {
    program(`home/${name}`, needs === undefined ? undefined : `home/${needs}`);
  }
  const names = tools.map(([name]) => name.split("/").at(-1));
  const { text } = await place.inside(names.join("; "));
  expect(text.split("\n")).toEqual(tools.map(([name]) => `with home/${name}`));
});

test("settings of package managers in a toolchain, which can hold tokens, are empty", async () => {
  place = new ConfinedPlace();
  const kept =
    ".nvm/versions/node/v22/etc/npmrc miniconda3/.condarc miniconda3/envs/a/pip.conf .virtualenvs/b/pip.conf " +
    ".pyenv/versions/3.12/pip.conf .local/share/pipx/venvs/c/pip.conf .cache/pypoetry/virtualenvs/d/pip.conf " +
    ".local/share/mise/installs/node/22/etc/npmrc .asdf/installs/nodejs/22/etc/npmrc";
  for (const name of kept.split(" ")) {
    write(`home/${name}`, `# ${canary} ${name}\n`);
  }
  write("home/.virtualenvs/b/bin/tool", "seen");
  expect((await place.inside(`cat ${place.home}/.virtualenvs/b/bin/tool`)).text).toBe("seen");
  expect(await leaks()).toBe("");
});

test("caches can be read and not written, and what a tool writes into the home is gone afterwards", async () => {
  place = new ConfinedPlace();
  const kept =
    ".m2/repository/a.jar .cargo/registry/cache/a.crate go/pkg/mod/a.go .cache/pip/a .rustup/settings.toml";
  for (const name of kept.split(" ")) {
    write(`home/${name}`, "cached\n");
  }
  const files = kept.split(" ").map((name) => join(place.home, name));
  const script = files.map((file) => `cat ${file}; (echo x > ${file}) 2>/dev/null || echo refused`);
  const made = join(place.home, ".config", "tool", "state");
  script.push(`mkdir -p ${dirname(made)} && echo kept > ${made} && cat ${made}`);
  expect((await place.inside(script.join("\n"))).text.split("\n")).toEqual([
    ...files.flatMap(() => ["cached", "refused"]),
    "kept",
  ]);
  expect(existsSync(made)).toBe(false);
});

test("Git reads its own folder of another working tree and of a subfolder, and no other file there", async () => {
  place = new ConfinedPlace({ folder: "home/dev/tree" });
  write("home/dev/main/a.ts", "one\n");
  write("home/dev/main/sub/b.ts", "two\n");
  const { home, root } = place;
  const main = join(home, "dev", "main");
  bashIn(main, home, "git init -q && git add -A && git commit -qm first");
  bashIn(main, home, "rmdir ../tree && git worktree add -q ../tree");
  const inTree = await place.inside(`git log --format=%s; cat ${main}/a.ts`);
  expect(inTree.text).toMatch(/^first\n.*No such file/u);
  write("home/dev/main/node_modules/p/index.js", "packaged\n");
  const commands = new NodeCommands({
    runId: "sub",
    workspace: [join(main, "sub")],
    home,
    outputFolder: join(root, "output"),
    movedFolder: join(root, "moved"),
    environment: process.env,
    allowedVariables: () => [],
  });
  const command = await commands.start({
    script: "git log --format=%s -- .; cat ../node_modules/p/index.js; cat ../a.ts",
    folder: join(main, "sub"),
    timeoutMs: 60_000,
    way: "inside",
  });
  await command.ended;
  expect(command.output().text).toMatch(/^first\npackaged\n.*No such file/u);
  await commands.stopAll();
});

test("a `.git` file cannot show another repository of the person", async () => {
  place = new ConfinedPlace({ folder: "home/dev/unpacked" });
  const { home, workspace } = place;
  write("home/other/a.txt", canary);
  bashIn(join(home, "other"), home, "git init -q && git add -A && git commit -qm secret");
  writeFileSync(join(workspace, ".git"), `gitdir: ${join(home, "other", ".git")}\n`);
  const { text } = await place.inside("git log --format=%s; git show HEAD:a.txt");
  expect(text).not.toContain("secret");
  expect(text).not.toContain(canary);
});

test("the person's base folders are empty where variables lead them out of the home", async () => {
  const environment = { ...process.env };
  place = new ConfinedPlace({ environment });
  for (const [name, variable] of [
    ["config", "XDG_CONFIG_HOME"],
    ["share", "XDG_DATA_HOME"],
    ["state", "XDG_STATE_HOME"],
    ["cache", "XDG_CACHE_HOME"],
  ] as const) {
    environment[variable] = join(place.root, name);
    write(`${name}/tool/secret`, canary);
  }
  write("cache/pip/a", "cached");
  const { text } = await place.inside(
    `cat ${join(place.root, "cache/pip/a")}; grep -rsl ${canary} ${place.root} | grep -v ^${place.workspace}`,
  );
  expect(text).toBe("cached");
});

test("a variable cannot show the whole home, and a home that is the root of the disk has no sandbox", async () => {
  const environment = { ...process.env };
  place = new ConfinedPlace({ environment });
  write("home/Documents/a", canary);
  const { home, root } = place;
  environment["NVM_DIR"] = home;
  environment["PYENV_ROOT"] = root;
  environment["PATH"] = [home, join(home, "bin"), process.env["PATH"]].join(":");
  expect((await place.inside(`cat ${join(home, "Documents/a")}`)).text).toContain("No such file");
  const commands = new NodeCommands({
    runId: "root",
    workspace: [place.workspace],
    home: "/",
    outputFolder: join(root, "output"),
    movedFolder: join(root, "moved"),
    environment,
    allowedVariables: () => [],
  });
  expect(await commands.sandboxProblem()).toContain("root of the disk");
});
