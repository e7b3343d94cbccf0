import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

import { findProgram } from "../paths.ts";
import { runQuietly } from "../run.ts";
import { editorBuildPackages, requirePackages } from "../systemPackages.ts";
import { installOnce } from "./installOnce.ts";
import {
  codeServerFolder,
  editorFiles,
  editorFolder,
  nodeFolder,
  nodePackage,
  type EditorFiles,
  type ServerEditor,
} from "./serverEditor.ts";

/** Installs an editor into the user's cache, once per version; returns the paths of its files. */
export async function installServerEditor(editor: ServerEditor): Promise<EditorFiles> {
  if (process.platform === "win32") {
    throw new Error("code-server does not run on Windows; install VS Code and put `code` on PATH");
  }
  await installOnce(editorFolder(editor), async (temporary) => {
    console.log(
      `Installing code-server ${editor.version} (VS Code ${editor.codeVersion}) once into ` +
        `${editorFolder(editor)}; this takes two to five minutes …`,
    );
    await requirePackages(editorBuildPackages, "building code-server");
    await install(editor, temporary);
  });
  return editorFiles(editor);
}

async function install(editor: ServerEditor, folder: string): Promise<void> {
  const log = join(folder, "install.log");
  const code = join(codeServerFolder(folder), "lib", "vscode");
  const env = buildEnvironment(folder);
  const npm = (cwd: string, ...args: string[]): Promise<void> =>
    runQuietly("npm", ["install", "--no-audit", "--no-fund", ...args], { cwd, env, log });

  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
  console.log("  downloading code-server and its Node …");
  await npm(
    folder,
    "--ignore-scripts",
    `code-server@${editor.version}`,
    `${nodePackage}@${editor.nodeVersion}`,
    ...(editor.compileOnly ? ["node-gyp@11.5.0"] : []),
  );
  console.log("  installing what its extensions need …");
  await npm(join(code, "extensions"), "--ignore-scripts", "--omit=dev");
  console.log("  installing what VS Code needs and compiling native modules …");
  await npm(code, "--omit=dev", ...(editor.compileOnly ? ["--ignore-scripts"] : []));
  for (const name of editor.compileOnly ?? []) {
    await runQuietly(
      "node",
      [join(folder, "node_modules", "node-gyp", "bin", "node-gyp.js"), "rebuild"],
      { cwd: join(code, "node_modules", name), env, log },
    );
  }
  if (editor.compileOnly) {
    linkRipgrep(code);
    leaveOutArgon(folder);
  }
}

/** Uses the editor's own Node and its headers (no download), and allows install scripts. */
function buildEnvironment(folder: string): Record<string, string> {
  const node = nodeFolder(folder);
  return {
    PATH: `${join(node, "bin")}${delimiter}${process.env["PATH"] ?? ""}`,
    npm_config_nodedir: node,
    npm_config_dangerously_allow_all_scripts: "true",
  };
}

/** The package would download its own ripgrep; the system's ripgrep does the same. */
function linkRipgrep(code: string): void {
  const rg = findProgram(["rg"]);
  if (rg === undefined) {
    throw new Error("VS Code 1.104 needs ripgrep: put `rg` on PATH");
  }
  const folder = join(code, "node_modules", "@vscode", "ripgrep", "bin");
  mkdirSync(folder, { recursive: true });
  symlinkSync(rg, join(folder, "rg"));
}

/** Argon2 only checks passwords, which we never ask for, and would have to be compiled. */
function leaveOutArgon(folder: string): void {
  writeFileSync(join(folder, "node_modules", "argon2", "argon2.js"), "");
}
