import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { ProcessGroup } from "../processGroup.ts";
import type { EditorFolders } from "./editorFolders.ts";
import type { EditorFiles } from "./serverEditor.ts";

export interface ServerEditorOptions extends EditorFolders {
  readonly files: EditorFiles;
  /** File for the server's output. */
  readonly log: string;
  /** Display language, such as `pt-br`; needs an installed language pack. */
  readonly locale?: string;
  /** Added to our own environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** 0, the default, takes a free port. */
  readonly port?: number;
}

export interface RunningServerEditor {
  readonly process: ProcessGroup;
  /** URL of a window on a folder. */
  windowUrl(folder: string): string;
}

const startTimeoutMs = 60_000;
const pollMs = 100;

/** Starts code-server on the loopback and waits until it listens. */
export async function runServerEditor(options: ServerEditorOptions): Promise<RunningServerEditor> {
  const output = openSync(options.log, "w", 0o600);
  const group = new ProcessGroup(options.files.node, serverArguments(options), {
    env: serverEnvironment(options.env),
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  try {
    const port = await listeningPort(group, options.log);
    return {
      process: group,
      windowUrl: (folder) =>
        `http://127.0.0.1:${port}/?${new URLSearchParams({ folder }).toString()}`,
    };
  } catch (error) {
    await group.end();
    throw error;
  }
}

/** Installs one or several vsix into an editor that is not running. */
export async function installExtension(
  files: EditorFiles,
  folders: EditorFolders,
  ...vsix: readonly string[]
): Promise<void> {
  const wanted = vsix.flatMap((path) => ["--install-extension", path]);
  const args = [files.program, ...folderArguments(folders), "--force", ...wanted];
  const group = new ProcessGroup(files.node, args, {
    env: serverEnvironment(),
    stdio: ["ignore", "ignore", "inherit"],
  });
  await group.ended;
  if (group.child.exitCode !== 0) {
    throw new Error(`The editor could not install ${vsix.join(", ")}`);
  }
}

function serverArguments({
  files,
  locale,
  port = 0,
  ...folders
}: ServerEditorOptions): readonly string[] {
  return [
    files.program,
    ...folderArguments(folders),
    "--auth=none",
    `--bind-addr=127.0.0.1:${port}`,
    "--disable-proxy",
    "--disable-telemetry",
    "--disable-update-check",
    "--disable-workspace-trust",
    ...(locale === undefined ? [] : [`--locale=${locale}`]),
  ];
}

function folderArguments({ userData, extensions }: EditorFolders): readonly string[] {
  return [
    `--config=${join(userData, "code-server.yaml")}`,
    `--user-data-dir=${userData}`,
    `--extensions-dir=${extensions}`,
  ];
}

/** Our environment without the variables that tie a new editor to the editor we run in. */
function serverEnvironment(own: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(VSCODE_|ELECTRON_|NODE_OPTIONS$|npm_)/.test(name),
  );
  // Without its own gallery it would contact one on the internet.
  return { ...Object.fromEntries(inherited), EXTENSIONS_GALLERY: "{}", ...own };
}

async function listeningPort(group: ProcessGroup, log: string): Promise<number> {
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline) {
    const text = readFileSync(log, "utf8");
    const port = /HTTP server listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1];
    if (port !== undefined) {
      return Number(port);
    }
    if (group.hasEnded) {
      throw new Error(
        `The editor did not start:\n${text.trim().split("\n").slice(-15).join("\n")}`,
      );
    }
    await delay(pollMs);
  }
  throw new Error(`The editor did not listen within ${startTimeoutMs / 1_000} s; see ${log}`);
}
