import { join } from "node:path";

import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

import { maskPersonalData } from "../dlp/mask/maskText.ts";
import { createSellerTools } from "../seller/chatTools/sellerTools.ts";
import { WriteGate } from "../seller/chatTools/writeGate.ts";
import { journalFileName, journalFolderName } from "../seller/write/journalEntry.ts";
import { systemClock } from "../shared/base/clock.ts";
import { policyRefusal } from "../shared/hubApi/machinePolicy.ts";
import { dataFolder } from "../sharedNode/dataFolder.ts";
import { UsageError } from "../sharedNode/flags.ts";
import { readMachinePolicy } from "../sharedNode/machinePolicy.ts";
import { importHelpText, readImportOptions } from "./importOptions.ts";
import { runImport } from "./importProgram.ts";
import { withinRules } from "./machineRules.ts";
import { portalAccess } from "./portalAccess.ts";
import { helpText, type ProgramOptions, programOptions, readOptions } from "./programOptions.ts";
import { createToolServer } from "./toolServer.ts";
import { runVerify, verifyHelpText } from "./verifyProgram.ts";
import { version } from "./version.ts";
import { readWatchOptions, watchHelpText } from "./watchOptions.ts";
import { runWatch } from "./watchProgram.ts";

/** Returns when standard input ends. Never throws. */
export async function runProgram(args: readonly string[]): Promise<void> {
  const [command = "", ...commandArgs] = args;
  const task = tasks.get(command);
  const help = task?.help ?? helpText;
  if (args.includes("--help")) {
    tell(help);
    return;
  }
  const refusal = policyRefusal(readMachinePolicy(), version);
  if (refusal !== undefined) {
    tell(refusal);
    process.exitCode = 1;
    return;
  }
  try {
    if (task) {
      process.exitCode = await task.run(commandArgs);
      return;
    }
    await serve(held(readOptions(args, process.env)));
  } catch (error) {
    tell(error instanceof UsageError ? `${error.message}\n\n${help}` : "It could not start.");
    process.exitCode = 2;
  }
}

function held(options: ProgramOptions): ProgramOptions {
  return withinRules(options, readMachinePolicy(), tell);
}

/** Writes to standard error, as standard output carries the protocol. */
function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}

async function importFile(args: readonly string[]): Promise<number> {
  const options = readImportOptions(args);
  const program = held(programOptions(options.flags, process.env));
  const access = portalAccess(program, journalPathOf(program));
  const { limits } = program;
  const isDryRun = options.isDryRun || limits.access !== "write";
  return await runImport(
    { ...options, isDryRun },
    { access, limits, say: tell, dataFolder: dataFolder() },
  );
}

async function watch(args: readonly string[]): Promise<number> {
  const options = readWatchOptions(args);
  const program = held(programOptions(options.flags, process.env));
  const stopped = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.once(name, () => stopped.abort());
  }
  const mask = program.masks ? maskPersonalData : (text: string): string => text;
  return await runWatch(options, {
    access: portalAccess(program, journalPathOf(program)),
    clock: systemClock,
    signal: stopped.signal,
    write: (line) => process.stdout.write(`${mask(line)}\n`),
    say: tell,
  });
}

async function verify(args: readonly string[]): Promise<number> {
  const program = held(readOptions(args, process.env));
  const access = portalAccess(program, journalPathOf(program));
  return await runVerify({ access, say: tell, signal: new AbortController().signal });
}

const tasks: ReadonlyMap<
  string,
  { readonly help: string; readonly run: (args: readonly string[]) => Promise<number> }
> = new Map([
  ["import", { help: importHelpText, run: importFile }],
  ["verify", { help: verifyHelpText, run: verify }],
  ["watch", { help: watchHelpText, run: watch }],
]);

function journalPathOf({ journalPath }: ProgramOptions): string {
  return journalPath ?? join(dataFolder(), journalFolderName, journalFileName);
}

async function serve(options: ProgramOptions): Promise<void> {
  const { limits, masks } = options;
  const tools = createSellerTools({
    access: portalAccess(options, journalPathOf(options)),
    gate: new WriteGate(() => limits),
    source: "mcp",
    clock: systemClock,
    newId: () => crypto.randomUUID(),
  });
  const scan = masks ? maskPersonalData : (text: string): string => text;
  await createToolServer({ tools, version, scan }).connect(new StdioServerTransport());
}
