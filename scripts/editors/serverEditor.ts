import { join } from "node:path";

import { cacheRoot } from "../paths.ts";

/** VS Code as a local server for browsers: code-server's build, from npm. */
export interface ServerEditor {
  /** Version of code-server; 4.x contains VS Code 1.x. */
  readonly version: string;
  /** Version of VS Code, as extensions see it. */
  readonly codeVersion: string;
  /** Version of Node that it requires. */
  readonly nodeVersion: string;
  /**
   * Native modules to compile one by one, for an editor whose install scripts download from places
   * other than the npm registry.
   */
  readonly compileOnly?: readonly string[];
}

/** Paths of an installed editor. */
export interface EditorFiles {
  readonly node: string;
  /** code-server's start program. */
  readonly program: string;
}

export const newestEditor: ServerEditor = {
  version: "4.139.1",
  codeVersion: "1.139.1",
  nodeVersion: "24.21.0",
};

/** The oldest VS Code that `engines.vscode` in package.json promises. */
export const oldestEditor: ServerEditor = {
  version: "4.104.0",
  codeVersion: "1.104.0",
  nodeVersion: "22.23.3",
  compileOnly: ["node-pty", "@vscode/spdlog", "native-watchdog", "kerberos"],
};

/** Name of the npm package that contains Node for this machine. */
export const nodePackage = `node-${process.platform}-${process.arch}`;

export function editorFolder(editor: ServerEditor): string {
  return join(cacheRoot, "editors", `code-server-${editor.version}`);
}

export function codeServerFolder(installation: string): string {
  return join(installation, "node_modules", "code-server");
}

export function nodeFolder(installation: string): string {
  return join(installation, "node_modules", nodePackage);
}

export function editorFiles(editor: ServerEditor): EditorFiles {
  const installation = editorFolder(editor);
  return {
    node: join(nodeFolder(installation), "bin", "node"),
    program: join(codeServerFolder(installation), "out", "node", "entry.js"),
  };
}
