import { randomBytes } from "node:crypto";

import { systemClock } from "../shared/clock.ts";
import { ConfigFileError } from "./configFile.ts";
import { helpText, readCommand } from "./flags.ts";
import { FlagError, type HubConfig } from "./hubConfig.ts";
import { type RunningHub, startHub } from "./runningHub.ts";
import { version } from "./version.ts";

/** Open answers get this long to end; then the process does, within the 10 s that it promises. */
const drainMs = 8_000;

async function main(args: readonly string[]): Promise<void> {
  const command = readCommand(args, process.env);
  switch (command.kind) {
    case "help":
      console.log(helpText);
      return;
    case "version":
      console.log(version);
      return;
    case "serve":
      await serve(command.config);
      return;
    case "auditVerify":
    case "auditExport":
    case "backup":
      throw new Error("This command is not there yet.");
  }
}

async function serve(config: HubConfig): Promise<void> {
  const stopRequest = new AbortController();
  const requestStop = (): void => stopRequest.abort();
  onEndOfProcess(requestStop);
  const hub = await startHub(config, {
    clock: systemClock,
    nonce: randomBytes(16).toString("hex"),
    log: (line) => console.error(line),
    onStopRequest: requestStop,
  });
  console.log(config.isJson ? jsonLine(hub) : greeting(hub, config));
  await aborted(stopRequest.signal);
  await hub.close(drainMs);
  process.exit(0);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
    if (signal.aborted) {
      resolve();
    }
  });
}

/** Signals; on Windows, where there are none, a message or the end of the channel of who started us. */
function onEndOfProcess(stop: () => void): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, stop);
  }
  if (process.send) {
    process.on("message", (message) => {
      if (message === "stop") {
        stop();
      }
    });
    process.on("disconnect", stop);
  }
  for (const output of [process.stdout, process.stderr]) {
    // Who read it is gone; the hub goes on without words.
    output.on("error", () => undefined);
  }
}

function jsonLine({ url, adminToken, token }: RunningHub): string {
  return JSON.stringify({ url, console: `${url}/hub/console`, adminToken, token });
}

function greeting(
  { url, adminToken, token }: RunningHub,
  { isLab, dataFolder }: HubConfig,
): string {
  return [
    `AI Hub ${version} listens on ${url}${isLab ? " (lab: a demonstration)" : ""}`,
    `  base URL for tools  ${url}/hub/v1`,
    token === undefined ? undefined : `  token for this run  ${token}`,
    adminToken === undefined ? undefined : `  administrator       ${adminToken}`,
    `  data                ${dataFolder}`,
    `Ctrl+C ends it.`,
  ]
    .filter((line) => line !== undefined)
    .join("\n");
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const message = error instanceof Error ? error.message : "unknown reason";
  console.error(error instanceof FlagError ? `${message}\nSee --help.` : message);
  process.exit(error instanceof FlagError || error instanceof ConfigFileError ? 2 : 1);
}
