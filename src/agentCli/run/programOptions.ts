import { type DoneChecks, readChecks } from "../../agent/trust/doneChecks.ts";
import { type AgentLevel, agentLevels } from "../../agent/trust/levels.ts";
import type { ChatFormatChoice } from "../../hub/wire/encodeRequest.ts";
import type { PolicyState } from "../../shared/hubApi/machinePolicy.ts";
import { parseBaseUrl } from "../../shared/text/baseUrl.ts";
import { readFlags, UsageError } from "../../sharedNode/flags.ts";
import { type Approvals, readApprovals } from "./approvalWords.ts";

export type ProgramCommand = "review" | "runs" | "mcp" | "chat";

export interface ProgramOptions {
  readonly baseUrl: string;
  /** The organisation's rules on this machine. */
  readonly machine?: PolicyState;
  /** Undefined: `AI_HUB_TOKEN`, or the sign-in. */
  readonly tokenFile: string | undefined;
  /** Undefined: the hub's first model. */
  readonly model: string | undefined;
  readonly chatFormat: ChatFormatChoice;
  readonly folder: string;
  /** Undefined: the continued run's mode, or `agent`. */
  readonly mode: "agent" | "plan" | undefined;
  readonly level: AgentLevel;
  /** Undefined: the continued run's cap, or 2.00. */
  readonly maxCost: number | undefined;
  readonly maxSteps: number;
  readonly checks: DoneChecks;
  readonly approvals: Approvals;
  readonly isJson: boolean;
  readonly usesPatches: boolean;
  readonly mcpFile: string | undefined;
  readonly command: ProgramCommand | undefined;
  /**
   * The task, or `-` for standard input; with `resume` the message to that run; with `command` its arguments; empty
   * with `isAcp`.
   */
  readonly task: string;
  readonly imageFiles: readonly string[];
  /** A run's id, or its beginning. */
  readonly resume: string | undefined;
  /** Resumes the folder's last run. */
  readonly isContinued: boolean;
  /** Lists the runs of all folders. */
  readonly isForAll: boolean;
  readonly isAcp: boolean;
  /** Replaces the prompt of a review. */
  readonly promptFile: string | undefined;
  /** A JSON Schema for the last answer. */
  readonly schemaFile: string | undefined;
}

/** In the hub's currency. */
export const defaultMaxCost = 2;

export const runFlags = {
  hub: { type: "string", default: "http://127.0.0.1:8787" },
  "token-file": { type: "string" },
  model: { type: "string" },
  cwd: { type: "string", default: "." },
  mode: { type: "string" },
  level: { type: "string", default: "ask" },
  format: { type: "string", default: "openai" },
  yes: { type: "string", multiple: true },
  "max-cost": { type: "string" },
  "max-steps": { type: "string", default: "100" },
  patches: { type: "boolean", default: false },
  mcp: { type: "string" },
  json: { type: "boolean", default: false },
  resume: { type: "string" },
  acp: { type: "boolean", default: false },
  prompt: { type: "string" },
  checks: { type: "string", multiple: true },
  image: { type: "string", multiple: true },
  "output-schema": { type: "string" },
  continue: { type: "boolean", short: "c", default: false },
  all: { type: "boolean", default: false },
} as const;

const commands: readonly ProgramCommand[] = ["review", "runs", "mcp", "chat"];

/** Throws a `UsageError`. */
export function readOptions(args: readonly string[]): ProgramOptions {
  const { values, positionals } = readFlags(args, runFlags, true);
  const address = parseBaseUrl(values.hub);
  const { command, task } = wordsOf(positionals);
  const { mode, level, format, "max-cost": given } = values;
  if (!address.ok) {
    throw new UsageError(`--hub needs the address of a hub, not ${values.hub}`);
  }
  checkAcp(task, values);
  const checks = readChecks(values.checks);
  if (checks === "unreadable") {
    throw new UsageError(
      "--checks takes a command of at most 2,000 characters, ten times at most.",
    );
  }
  if (mode !== undefined && mode !== "agent" && mode !== "plan") {
    throw new UsageError("--mode is agent or plan.");
  }
  if (format !== "openai" && format !== "anthropic" && format !== "auto") {
    throw new UsageError("--format is openai, anthropic or auto.");
  }
  return {
    baseUrl: address.baseUrl,
    tokenFile: values["token-file"],
    model: values.model,
    chatFormat: format,
    folder: values.cwd,
    mode,
    level: levelOf(level),
    maxCost: given === undefined ? undefined : numberOf("--max-cost", given),
    maxSteps: numberOf("--max-steps", values["max-steps"]),
    checks,
    approvals: readApprovals([
      ...(values.yes ?? []),
      ...checks.map((check) => `command:${check.command}`),
    ]),
    isJson: values.json,
    usesPatches: values.patches,
    mcpFile: values.mcp,
    command,
    task,
    imageFiles: values.image ?? [],
    resume: values.resume,
    isContinued: values.continue,
    isForAll: values.all,
    isAcp: values.acp,
    promptFile: values.prompt,
    schemaFile: values["output-schema"],
  };
}

function wordsOf([first = "", ...others]: readonly string[]) {
  const command = commands.find((name) => name === first);
  const words = command === undefined ? [first, ...others] : others;
  return { command, task: words.join(" ").trim() };
}

interface AcpFlags {
  readonly acp: boolean;
  readonly json: boolean;
  readonly resume?: string;
  readonly continue: boolean;
}

function checkAcp(task: string, { acp, resume, json, continue: isContinued }: AcpFlags): void {
  if (acp && (task !== "" || json || resume !== undefined || isContinued)) {
    throw new UsageError("--acp takes no task, --json or --resume: the editor gives them.");
  }
}

function levelOf(given: string): AgentLevel {
  const level = agentLevels.find((one) => one === given);
  if (level === undefined) {
    throw new UsageError(`--level is ${agentLevels.join(", ")}.`);
  }
  return level;
}

function numberOf(flag: string, text: string): number {
  if (!/^\d{1,9}(?:\.\d{1,9})?$/u.test(text) || Number(text) === 0) {
    throw new UsageError(`${flag} needs a number above zero, not ${text}`);
  }
  return Number(text);
}
