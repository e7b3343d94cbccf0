import type { RunOutcome } from "../agent/run/cards/agentEvents.ts";
import { HubError } from "../hub/errors/hubError.ts";
import { readPersonExcludesWith } from "../shared/guarded/personExcludes.ts";
import { UsageError } from "../sharedNode/flags.ts";
import { readOuterExcludes, readPersonExcludes } from "../sharedNode/gitExcludes.ts";
import { readMachinePolicy } from "../sharedNode/machinePolicy.ts";
import type { AnswerSchema } from "./run/answerSchema.ts";
import { helpText } from "./run/helpText.ts";
import { failureLine } from "./run/hubAccess.ts";
import { withinRules } from "./run/machineRules.ts";
import { ProgramError } from "./run/programError.ts";
import { type ProgramOptions, readOptions } from "./run/programOptions.ts";
import { restore } from "./run/restore.ts";
import { plainScreen } from "./run/runScreen.ts";
import { readInput } from "./run/taskInput.ts";
import { print, printNotice } from "./run/terminal.ts";
import { version } from "./run/version.ts";
import { runTask } from "./runTask.ts";

const exitCodes: Readonly<Record<RunOutcome, number>> = {
  done: 0,
  failed: 1,
  refused: 3,
  budget: 4,
  stopped: 130,
};

const unfitAnswer = 5;

export async function runProgram(args: readonly string[]): Promise<void> {
  if (args.includes("--help") || args.includes("--version")) {
    print(args.includes("--help") ? helpText : version);
    return;
  }
  try {
    process.exitCode = await start(args);
  } catch (error) {
    printNotice(messageOf(error));
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

async function start(args: readonly string[]): Promise<number> {
  if (args.includes("--sign-in") || args.includes("--sign-out")) {
    const { signInOrOut } = await import("./run/signIn.ts");
    return signInOrOut(args, stopSignal());
  }
  return args.some((arg) => /^--restore(?:=|$)/u.test(arg)) ? restore(args) : run(args);
}

async function run(args: readonly string[]): Promise<number> {
  readPersonExcludesWith(readPersonExcludes, readOuterExcludes);
  const options = withinRules(readOptions(args), readMachinePolicy());
  const signal = stopSignal();
  if (options.promptFile !== undefined && options.command !== "review") {
    throw new UsageError("--prompt is for review.");
  }
  if (options.isAcp) {
    const { serveAcp } = await import("./acp/acpServer.ts");
    await serveAcp(options, signal);
    return 0;
  }
  try {
    return await runCommand(options, signal);
  } catch (error) {
    if (error instanceof HubError) {
      throw new ProgramError(failureLine(error, options.baseUrl), { cause: error });
    }
    throw error;
  }
}

async function runCommand(options: ProgramOptions, signal: AbortSignal): Promise<number> {
  const { command, task } = options;
  if (command === "review") {
    const { reviewRange } = await import("./review.ts");
    await reviewRange(options, signal);
    return 0;
  }
  if (command === "mcp") {
    const { manageServers } = await import("./mcpServers.ts");
    await manageServers(options, signal);
    return 0;
  }
  if (command === "chat") {
    const { chat } = await import("./chat.ts");
    await chat(options, signal);
    return 0;
  }
  if (command === "runs") {
    const { manageRuns, resumed } = await import("./runs.ts");
    if (!/^resume(?:\s|$)/u.test(task)) {
      await manageRuns(options);
      return 0;
    }
    return await runCommand(await resumed(options), signal);
  }
  const answer = await answerOf(options);
  const input = await readInput(options, answer?.wish);
  const outcome = await runTask(
    options,
    { input, screen: plainScreen(options, answer), answer },
    signal,
  );
  return answer?.isRefused === true ? unfitAnswer : exitCodes[outcome];
}

async function answerOf({ schemaFile }: ProgramOptions): Promise<AnswerSchema | undefined> {
  if (schemaFile === undefined) {
    return undefined;
  }
  const { readAnswerSchema } = await import("./run/answerSchema.ts");
  return await readAnswerSchema(schemaFile);
}

/**
 * Aborted when the program is ended, its terminal closes, or its output is closed. All processes end within three
 * seconds.
 */
function stopSignal(): AbortSignal {
  const stopped = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => stopped.abort());
  }
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", () => stopped.abort());
  }
  return stopped.signal;
}

function messageOf(error: unknown): string {
  if (error instanceof UsageError) {
    return `${error.message}\nEvery flag: --help`;
  }
  return error instanceof ProgramError
    ? error.message
    : "The run failed by a fault of this program.";
}
