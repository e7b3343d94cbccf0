import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";

import { openSandbox } from "../sellerServer/openSandbox.ts";
import { systemClock } from "../shared/base/clock.ts";
import { aborted } from "../shared/base/waiting.ts";
import { UsageError } from "../sharedNode/flags.ts";
import { auditExport, auditVerify, backup } from "./admin/cli.ts";
import { isBodyWorker } from "./bodies/bodyWorker.ts";
import { ConfigFileError } from "./config/configFile.ts";
import { databaseName } from "./config/dataFiles.ts";
import { helpText, readCommand } from "./config/flags.ts";
import type { HubConfig } from "./config/hubConfig.ts";
import { restoreDatabase } from "./config/restore.ts";
import { labPeoplePath } from "./labPeople.ts";
import { createLog, errorText } from "./log.ts";
import { auditHeadPath, openStore } from "./openStore.ts";
import { type RunningHub, type Sandbox, startHub } from "./runningHub.ts";
import { runWorker } from "./runningWorker.ts";
import { exportAudit } from "./store/auditExport.ts";
import type { Store } from "./store/store.ts";
import { version } from "./version.ts";
import { forkWorker, innerAddress } from "./workers/forkWorker.ts";
import type { InnerAddress } from "./workers/innerRequest.ts";

/** Milliseconds for open answers, so that the process ends within the promised 10 s. */
const drainMs = 8_000;

const endSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

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
      await withStore(command.config, async (store) => {
        const { isIntact, text } = await auditVerify(
          store,
          auditHeadPath(command.config.dataFolder),
        );
        console.log(text);
        process.exitCode = isIntact ? 0 : 1;
      });
      return;
    case "auditExport":
      await withStore(command.config, (store) =>
        auditExport(store, exportAudit, { format: command.format, out: process.stdout }),
      );
      return;
    case "backup":
      await withStore(command.config, async (store) => {
        console.log(await backup(store, command.path, command));
      });
      return;
    case "restore":
      await restore(command.config, command.path, command.takesBroken);
  }
}

async function restore(
  { databaseUrl, dataFolder }: HubConfig,
  file: string,
  takesBroken: boolean,
): Promise<void> {
  if (databaseUrl !== undefined) {
    throw new Error("PostgreSQL is restored with pg_restore, or psql, while no hub runs.");
  }
  const nonce = randomBytes(16).toString("hex");
  const now = systemClock.now();
  const { database, aside, events } = await restoreDatabase({
    file,
    dataFolder,
    nonce,
    now,
    takesBroken,
  });
  console.log(
    [
      `${file} is now ${database}; its audit has reached event ${events}.`,
      aside === undefined ? undefined : `What was there before is in ${aside}.`,
      "Tokens that were revoked after the copy was made are valid again: revoke them anew.",
    ]
      .filter((line) => line !== undefined)
      .join("\n"),
  );
}

async function withStore(config: HubConfig, use: (store: Store) => Promise<void>): Promise<void> {
  const isEmbedded = config.databaseUrl === undefined;
  if (isEmbedded && !existsSync(join(config.dataFolder, databaseName))) {
    throw new Error(
      `There is no hub's database in ${config.dataFolder}. Name its folder with --data.`,
    );
  }
  const store = await openStore(config, systemClock, "look");
  try {
    await use(store);
  } finally {
    await store.close();
  }
}

async function serve(config: HubConfig): Promise<void> {
  const stopRequest = new AbortController();
  const requestStop = (): void => stopRequest.abort();
  onEndOfProcess(requestStop);
  const hub = await startHub(config, {
    clock: systemClock,
    nonce: randomBytes(16).toString("hex"),
    log: createLog(config.logForm, (line) => console.error(line)),
    openSandbox: (path) => openLabSandbox(path),
    onStopRequest: requestStop,
    fork: forkWorker,
  });
  console.log(config.isJson ? jsonLine(hub) : greeting(hub, config));
  await aborted(stopRequest.signal);
  await hub.close(drainMs);
  process.exit(0);
}

async function work(inner: InnerAddress): Promise<void> {
  for (const signal of endSignals) {
    // A terminal or a service manager sends the signal to the whole group.
    process.on(signal, () => undefined);
  }
  ignoreLostOutput();
  await runWorker(inner, {
    clock: systemClock,
    writeLog: (line) => console.error(line),
    onConnection: (listener) => {
      process.on("message", (_, connection) => {
        listener(connection instanceof Socket ? connection : undefined);
      });
    },
    exit: (code) => process.exit(code),
  });
}

/** Windows has no signals: the parent sends "stop" or disconnects. */
function onEndOfProcess(stop: () => void): void {
  for (const signal of endSignals) {
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
  ignoreLostOutput();
}

function ignoreLostOutput(): void {
  for (const output of [process.stdout, process.stderr]) {
    // The reader of the output is gone; the hub continues.
    output.on("error", () => undefined);
  }
}

/** The only place where hub and seller portal meet. */
function openLabSandbox(path: string): Sandbox {
  const { app, close, clientId, clientSecret, codigoSeller, numeroPedido } = openSandbox({
    clock: systemClock,
    random: randomBytes,
    path,
    onError: (error) => console.error(`The sandbox failed: ${errorText(error)}`),
  });
  return {
    prefixes: ["/sgi-api/", "/portal-seller/"],
    app,
    access: { clientId, clientSecret, codigoSeller, numeroPedido },
    close,
  };
}

function jsonLine({ url, adminToken, token, seller, people }: RunningHub): string {
  return JSON.stringify({
    url,
    console: `${url}/hub/console`,
    adminToken,
    token,
    ...(seller && { seller: { url, ...seller } }),
    people,
  });
}

function greeting(
  { url, adminToken, token, seller }: RunningHub,
  { isLab, dataFolder, adminToken: givenToken }: HubConfig,
): string {
  return [
    `AI Hub ${version} listens on ${url}${isLab ? " (lab: a demonstration)" : ""}`,
    `  base URL for tools  ${url}/hub/v1`,
    token === undefined ? undefined : `  token for this run  ${token}`,
    // A log would store a given token.
    adminToken === undefined || givenToken !== undefined
      ? undefined
      : `  administrator       ${adminToken}`,
    isLab ? `  people's passwords  ${labPeoplePath(dataFolder)}` : undefined,
    seller &&
      `  seller sandbox      ${url}, client ${seller.clientId}, secret ${seller.clientSecret}`,
    `  data                ${dataFolder}`,
    `Ctrl+C ends it.`,
  ]
    .filter((line) => line !== undefined)
    .join("\n");
}

async function run(): Promise<void> {
  try {
    const inner = innerAddress();
    await (inner ? work(inner) : main(process.argv.slice(2)));
  } catch (error) {
    const message = error instanceof Error ? error.message : "unknown reason";
    console.error(error instanceof UsageError ? `${message}\nSee --help.` : message);
    process.exit(error instanceof UsageError || error instanceof ConfigFileError ? 2 : 1);
  }
}

if (!isBodyWorker) {
  await run();
}
