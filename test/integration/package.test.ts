import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";

import { AgentLab } from "./agent/agentLab.ts";
import { type EndedProgram, endOf } from "./agent/agentProgram.ts";
import { extensionFiles, packaged, removeFolders, unpacked } from "./packageBuild.ts";
import { consoleChunks, helpFiles, hostChunks, pageChunks } from "./packageChunks.ts";

const agents = new AgentLab();
const build = packaged();
let folder: string;

beforeAll(() => {
  folder = unpacked(build.vsix);
});

afterAll(async () => {
  await agents.hubs.dispose();
  removeFolders();
});

test("the package holds what the extension needs and nothing else", () => {
  const names = Object.keys(extensionFiles(build.vsix, "extension/")).map(withoutHash);
  expect([...new Set(names)].toSorted()).toEqual([
    "LICENSE.txt",
    "changelog.md",
    "dist/THIRD-PARTY-NOTICES.txt",
    "dist/agent.mjs",
    ...hostChunks.map((name) => `dist/chunks/${name}`),
    "dist/codeIndex.mjs",
    ...consoleChunks.map((name) => `dist/console/chunks/${name}.js`),
    "dist/console/main.css",
    "dist/console/main.js",
    ...helpFiles.map((name) => `dist/docs/${name}`),
    "dist/extension.js",
    "dist/host.js",
    "dist/hub.mjs",
    "dist/hubPdf.mjs",
    "dist/mcp.mjs",
    "dist/web/extension.js",
    "dist/webview/agent.css",
    "dist/webview/answers.css",
    ...pageChunks.map((name) => `dist/webview/chunks/${name}.js`),
    "dist/webview/codicon.ttf",
    "dist/webview/history.css",
    "dist/webview/main.css",
    "dist/webview/main.js",
    "dist/webview/protection.css",
    "dist/webview/seller.css",
    "dist/webview/seller.js",
    "dist/webview/usage.css",
    "dist/webview/usage.js",
    "l10n/bundle.l10n.pt-br.json",
    "media/activity-bar.svg",
    "media/icon.png",
    ...["dark", "light"].map((theme) => `media/tab-${theme}.svg`),
    ...["agent", "ask", "budget", "connect", "open", "side"].map(
      (name) => `media/walkthrough/${name}.svg`,
    ),
    "package.json",
    "package.nls.json",
    "package.nls.pt-br.json",
    "readme.md",
  ]);
});

test("vsix, zip and folder hold the same files", () => {
  const fromVsix = extensionFiles(build.vsix, "extension/");
  expect(extensionFiles(build.zip, "vscode-extension/")).toEqual(fromVsix);
  expect(Object.keys(unzipSync(build.zip))).toHaveLength(Object.keys(fromVsix).length);
  const extension = join(build.output, "vscode-extension");
  const inFolder = readdirSync(extension, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  expect(inFolder).toHaveLength(Object.keys(fromVsix).length);
  for (const [name, content] of Object.entries(fromVsix)) {
    expect(readFileSync(join(extension, name)).equals(content), name).toBe(true);
  }
});

test("the package is smaller than 4 MB", () => {
  // oxlint-disable-next-line no-console -- the number is what one looks for here
  console.log(`vsix: ${build.vsix.length} bytes`);
  expect(build.vsix.length).toBeLessThan(4_000_000);
});

test("the agent without an editor does a task from an unpacked package", async () => {
  const { url, token } = await agents.start();
  const task = agents.trajectory([
    { calls: [{ tool: "read_file", args: { path: "a.txt" } }] },
    {
      expect: "one",
      calls: [
        {
          tool: "edit_file",
          args: { path: "a.txt", edits: [{ old_text: "one", new_text: "two" }] },
        },
      ],
    },
    { text: "Ready." },
  ]);
  const workspace = agents.folder({ "a.txt": "one\n" });
  const flags = ["--hub", url, "--model", "hub-script-play", "--cwd", workspace];
  const { code, lines } = await runPacked(
    "agent.mjs",
    [...flags, "--yes", "edit", "--json", task],
    {
      AI_HUB_TOKEN: token,
    },
  );
  expect(lines.map((line) => JSON.parse(line) as object).at(-1)).toEqual({
    type: "end",
    outcome: "done",
    steps: 3,
    cost: "0.00",
    files: ["a.txt"],
  });
  expect(code).toBe(0);
  expect(agents.read(workspace, "a.txt")).toBe("two\n");
});

test("every program of an unpacked package says how it is used", async () => {
  for (const name of ["agent.mjs", "mcp.mjs", "hub.mjs"]) {
    const { code, lines, stderr } = await runPacked(name, ["--help"]);
    expect({ name, code }).toEqual({ name, code: 0 });
    expect(`${lines.join("\n")}${stderr}`).toContain("--");
  }
});

test("the agent of an unpacked package answers an editor of the Agent Client Protocol", async () => {
  const initialize = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: 1, clientCapabilities: {} },
  };
  const { lines } = await runPacked("agent.mjs", ["--acp"], { AI_HUB_TOKEN: "t" }, initialize);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ id: 1, result: { protocolVersion: 1 } });
});

/** Runs a program of the vsix, alone in a folder, until it ends. */
async function runPacked(
  name: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  message?: object,
): Promise<EndedProgram> {
  const child = spawn(process.execPath, [join(folder, "dist", name), ...args], {
    env: { PATH: process.env["PATH"], AI_HUB_HOME: join(agents.hubs.home, "ours"), ...environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  if (message) {
    child.stdin.write(`${JSON.stringify(message)}\n`);
  }
  return await endOf(child);
}

/** Chunks of the page are named after their content. */
function withoutHash(name: string): string {
  return name.replace(
    /(?<=^dist\/(?:(?:console|webview)\/)?chunks\/[\w-]+)-[A-Za-z0-9]{8}(?=\.m?js$)/,
    "",
  );
}
