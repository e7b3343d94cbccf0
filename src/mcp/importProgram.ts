import * as files from "node:fs/promises";
import { readFile, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, join } from "node:path";

import { failureText } from "../seller/chatTools/failureText.ts";
import { isListCall } from "../seller/client/sellerClient.ts";
import { SellerError } from "../seller/client/sellerError.ts";
import { sellerCall } from "../seller/contract/calls.ts";
import { checkedRows, type CsvSource, readHeader } from "../seller/csv/check/checkFile.ts";
import {
  type ImportProfile,
  importProfilesFile,
  readImportProfiles,
} from "../seller/csv/check/importProfile.ts";
import type { CheckedRow } from "../seller/csv/check/rowCheck.ts";
import { prepareRows } from "../seller/csv/check/rowPlan.ts";
import { missingColumns } from "../seller/csv/columns/importTarget.ts";
import { portalNow } from "../seller/csv/columns/portalNow.ts";
import { importLocksFolder, takeImportLock } from "../seller/csv/run/importLock.ts";
import { readCallFor } from "../seller/write/currentRecords.ts";
import type { SellerAccess } from "../seller/write/sellerAccess.ts";
import { systemClock } from "../shared/base/clock.ts";
import { visibleText } from "../shared/text/visibleText.ts";
import { UsageError } from "../sharedNode/flags.ts";
import { isAlive } from "../sharedNode/liveProcess.ts";
import { checkRows } from "./importLimits.ts";
import type { ImportOptions } from "./importOptions.ts";
import { type PreparedImport, writeRows, type WrittenRows } from "./importWrites.ts";
import { type ProgramOptions } from "./programOptions.ts";

const importExit = {
  done: 0,
  rows: 1,
  usage: 2,
  refused: 3,
  unknown: 4,
  unread: 5,
  notSeen: 6,
} as const;

export interface ImportDeps {
  readonly access: SellerAccess;
  readonly limits: ProgramOptions["limits"];
  readonly say: (line: string) => void;
  readonly dataFolder: string;
}

const maxProfilesBytes = 4 * 1024 * 1024;
/** A file of 20,000 products has about a tenth of this size. */
const maxFileBytes = 256 * 1024 * 1024;
const blockBytes = 64 * 1024;

/** Returns the exit code. Throws `UsageError` for options that contradict the file or the environment. */
export async function runImport(options: ImportOptions, deps: ImportDeps): Promise<number> {
  try {
    const prepared = await prepare(options, deps);
    const { refusal, invalid, toWrite } = await checkRows(prepared, options, deps);
    if (refusal !== undefined) {
      deps.say(refusal);
      return importExit.refused;
    }
    if (options.isDryRun) {
      deps.say(`Dry run: ${toWrite} rows would be written, ${invalid} are invalid.`);
      return invalid > 0 ? importExit.rows : importExit.done;
    }
    return await writeLocked(prepared, basename(options.file), deps);
  } catch (error) {
    if (error instanceof UsageError) {
      throw error;
    }
    deps.say(error instanceof SellerError ? failureText(error) : "The file cannot be read.");
    return importExit.unread;
  }
}

async function writeLocked(
  prepared: PreparedImport,
  name: string,
  deps: ImportDeps,
): Promise<number> {
  const lock = await takeImportLock(
    {
      files,
      folder: join(deps.dataFolder, importLocksFolder),
      clock: systemClock,
      newId: () => crypto.randomUUID(),
      pid: process.pid,
      machine: hostname(),
      isAlive,
    },
    prepared.desk.environment,
    name,
  );
  if (!lock.ok) {
    const { file, pid, machine, since } = lock.holder;
    deps.say(
      `${visibleText(file)} is being imported into this environment since ${new Date(since).toISOString()} (process ${pid} on ${visibleText(machine)}). Nothing was sent.`,
    );
    return importExit.refused;
  }
  try {
    return exitOf(await writeRows(prepared, name, deps), deps);
  } finally {
    await lock.release();
  }
}

async function prepare(
  { file, profile: name, profiles, isDryRun, production, decimal }: ImportOptions,
  { access, dataFolder }: ImportDeps,
): Promise<PreparedImport> {
  const saved = await profileIn(profiles ?? join(dataFolder, importProfilesFile), name);
  const profile = decimal ? { ...saved, format: { ...saved.format, decimal } } : saved;
  const desk = access.desk();
  if (!desk) {
    throw new UsageError("There is no environment.");
  }
  const { environment, client } = desk;
  if (!isDryRun && environment.kind === "production" && production !== environment.name) {
    throw new UsageError("In production, --production must repeat AI_HUB_SELLER_NAME.");
  }
  const source = await contentOf(file);
  await refuseIncomparable(profile, source);
  const { call, format } = profile;
  const { signal } = new AbortController();
  const now = await portalNow(client, call, { signal });
  if (!now.ok) {
    // Without the portal's records each row would seem new, and no limit would apply.
    throw now.error ?? new SellerError("incomplete");
  }
  const { rowPlan } = await prepareRows({
    read: source,
    plan: profile,
    environment,
    client,
    signal,
  });
  const rows = (): AsyncIterable<CheckedRow> => checkedRows(source(), format, rowPlan);
  const { records: before, count: records } = now;
  return { desk, profile, rows, before, records, now: systemClock.now() };
}

/** The file is read once, so that exactly the checked rows are written. */
async function contentOf(file: string): Promise<() => CsvSource> {
  const { size } = await stat(file);
  if (size > maxFileBytes) {
    throw new UsageError(`The file is larger than ${maxFileBytes} bytes.`);
  }
  const bytes = await readFile(file);
  // oxlint-disable-next-line typescript/require-await -- it is in memory
  return async function* blocks() {
    for (let start = 0; start < bytes.length; start += blockBytes) {
      yield bytes.subarray(start, start + blockBytes);
    }
  };
}

async function profileIn(path: string, name: string): Promise<ImportProfile> {
  const size = await stat(path).then(
    (stats) => stats.size,
    () => undefined,
  );
  if (size === undefined) {
    throw new UsageError(`There is no file of import profiles: ${visibleText(path)}`);
  }
  const text = size > maxProfilesBytes ? "" : await readFile(path, "utf8");
  const profiles = readImportProfiles(text);
  if (!profiles) {
    throw new UsageError(`This is no file of import profiles: ${visibleText(path)}`);
  }
  const profile = profiles.find((known) => known.name === name);
  if (!profile) {
    throw new UsageError(
      `There is no import profile "${visibleText(name)}" in ${visibleText(path)}.`,
    );
  }
  return profile;
}

async function refuseIncomparable(
  { call, mapping, format }: ImportProfile,
  source: () => CsvSource,
): Promise<void> {
  const from = readCallFor(call);
  if (from === undefined || !isListCall(from) || !sellerCall(call).isIdempotent) {
    throw new UsageError(
      "Rows of this kind cannot be compared with the portal, so not without you.",
    );
  }
  const header = (await readHeader(source(), format)) ?? [];
  const missing = missingColumns(call, mapping, header);
  if (missing.length > 0) {
    throw new UsageError(
      `The file has no column for ${missing.map((one) => one.name).join(", ")}.`,
    );
  }
}

function exitOf(
  {
    done,
    failed,
    unknown,
    invalid,
    unchanged,
    complained,
    accepted,
    notSeen,
    isWhole,
  }: WrittenRows,
  { say }: ImportDeps,
): number {
  say(
    `Written ${done}, there already ${unchanged}, refused ${failed}, unknown ${unknown}, invalid ${invalid}.`,
  );
  if (complained > 0) {
    say(`Answered with a complaint, but there when the portal was read again: ${complained}.`);
  }
  if (accepted > 0) {
    say(notSeenText(accepted, notSeen));
  }
  if (unknown > 0) {
    return importExit.unknown;
  }
  if (!isWhole || failed + invalid > 0) {
    return importExit.rows;
  }
  return accepted > 0 ? importExit.notSeen : importExit.done;
}

function notSeenText(accepted: number, lines: readonly number[]): string {
  const which =
    lines.length === 0 ? "" : ` Lines ${lines.join(", ")}${lines.length < accepted ? ", …" : "."}`;
  return `Accepted by the portal, but not seen when it was read again: ${accepted}.${which}\nLook again later: mcp.mjs verify`;
}
