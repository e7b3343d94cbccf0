import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { localHubEnvironment } from "../../shared/hubApi/localHub.ts";

const idleExitSeconds = 60;

/**
 * Starts the hub; the returned function gives the error text after its exit. stderr goes to a file: the process
 * outlives this window, a pipe would not.
 */
export function startLocalHub(folder: string, program: string): () => string | undefined {
  let failure: string | undefined;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const logPath = join(folder, "local-hub.log");
  const log = openSync(logPath, "w", 0o600);
  const child = spawn(
    process.execPath,
    [program, "--lab", "--json", "--port", "0", "--idle-exit", `${idleExitSeconds}`],
    {
      detached: true,
      env: {
        ...localHubEnvironment(process.env),
        AI_HUB_HOME: folder,
        ELECTRON_RUN_AS_NODE: "1",
      },
      stdio: ["ignore", "ignore", log],
      windowsHide: true,
    },
  );
  closeSync(log);
  child.on("error", (error) => {
    failure = error.message;
  });
  child.on("exit", (code, signal) => {
    failure ??= lastLine(logPath) ?? `The local hub ended with ${code ?? signal}`;
  });
  child.unref();
  return () => failure;
}

function lastLine(path: string): string | undefined {
  try {
    const line = readFileSync(path, "utf8").trim().split("\n").at(-1)?.slice(0, 500);
    return line === "" ? undefined : line;
  } catch {
    // The folder was deleted meanwhile: the exit code is the error text.
    return undefined;
  }
}
