// Entry of every npm script. Plain JavaScript for any Node (>= 20) of the machine. Installs the
// dependencies once per lock file, then runs the task on the Node that the package brings along.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const binaries = join(root, "node_modules", ".bin");
const stamp = join(root, "node_modules", ".ai-hub-lock");

function installIfNeeded() {
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) {
    return;
  }
  console.log(
    "Installing dependencies (about 750 MB, usually one minute; once per change of package-lock.json) …",
  );
  // An installation that is cut short must not pass for a whole one.
  rmSync(stamp, { force: true });
  // Not `npm ci`: it fails if the registry lacks binaries of tools (oxc, esbuild) for other
  // platforms, which the lock file then cannot list. The versions are still the lock file's, and it
  // is not written.
  npm(["install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts"]);
  // Only packages in `allowScripts` of package.json run a script: `node` fetches the tasks' Node,
  // `esbuild` checks its binary. `@vscode/vsce-sign` would fetch a signing tool, which we never
  // use.
  npm(["rebuild", ...allowedScripts()]);
  writeFileSync(stamp, lock);
}

/** Runs npm; ends the process if it fails. */
function npm(/** @type {string[]} */ args) {
  const result = spawnSync("npm", [...args, "--loglevel=error"], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (result.error) {
    console.error(`npm could not be started: ${result.error.message}`);
    process.exit(1);
  }
  if (result.status !== 0) {
    console.error(`npm ${args[0]} failed; see the lines above. Is the npm registry reachable?`);
    process.exit(result.status ?? 1);
  }
}

/** @returns {string[]} */
function allowedScripts() {
  /** @type {unknown} */
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const allowed =
    typeof manifest === "object" && manifest && "allowScripts" in manifest
      ? manifest.allowScripts
      : undefined;
  return Object.entries(allowed ?? {})
    .filter((entry) => entry[1] === true)
    .map(([name]) => name);
}

function run() {
  const node = join(binaries, process.platform === "win32" ? "node.exe" : "node");
  const child = spawn(
    existsSync(node) ? node : process.execPath,
    [join(root, "scripts", "tasks.ts"), ...process.argv.slice(2)],
    {
      cwd: root,
      stdio: "inherit",
      env: {
        ...process.env,
        PATH: `${binaries}${delimiter}${process.env["PATH"] ?? ""}`,
        // The scripts are TypeScript ES modules; the package's type stays CommonJS for the editor.
        NODE_OPTIONS: `${process.env["NODE_OPTIONS"] ?? ""} --disable-warning=MODULE_TYPELESS_PACKAGE_JSON`,
      },
    },
  );
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => {
      // The child shares our terminal and receives Ctrl+C itself; other signals reach only us.
      if (signal !== "SIGINT" || !process.stdin.isTTY) {
        child.kill(signal);
      }
    });
  }
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? 128 + (signal ? constants.signals[signal] : 1);
  });
}

installIfNeeded();
run();
