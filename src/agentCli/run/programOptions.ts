import { type DoneChecks, readChecks } from "../../agent/run/doneChecks.ts";
import { type AgentLevel, agentLevels } from "../../agent/trust/levels.ts";
import type { ChatFormatChoice } from "../../hub/wire/encodeRequest.ts";
import { parseBaseUrl } from "../../shared/text/baseUrl.ts";
import { readFlags, UsageError } from "../../sharedNode/flags.ts";
import { type Approvals, readApprovals } from "./approvalWords.ts";

export interface ProgramOptions {
  readonly baseUrl: string;
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
  /** The task; with `resume` the message to that run; empty with `isAcp`. */
  readonly task: string;
  readonly resume: string | undefined;
  readonly isAcp: boolean;
  /** Replaces the prompt of a review. */
  readonly promptFile: string | undefined;
}

/** In the hub's currency. */
export const defaultMaxCost = 2;

export const helpText = `AI Hub's agent without an editor: does one task in a folder.

  node agent.mjs [flags] "<task>"
  node agent.mjs review [flags] [range]   prints the faults that a model finds in the commits, as main..HEAD, or
                       without a range in what is not committed; changes and posts nothing

  --hub <url>          the hub (http://127.0.0.1:8787)
  --sign-in            signs this machine in at the hub with your account, for later runs; no task
  --sign-out           ends that
  --token-file <file>  file that holds the token; without it AI_HUB_TOKEN, or the sign-in
  --model <id>         the hub's first model if absent
  --format <name>      openai, anthropic or auto: how the hub is asked (openai)
  --cwd <folder>       the workspace (the current folder)
  --mode <agent|plan>  plan changes nothing; absent: as the run of --resume, else agent
  --level <level>      ask, edits or sandbox: what runs without a question (ask)
  --yes <rule>         approves, and may be repeated: edit, delete, runnable or outside; with a path, as edit:src/,
                       only there; "command:npm test" this command, in a chain too; "command-beginning:npm run"
                       with any further words. At the level sandbox they never let a command out of it when the
                       model asks for that: command-outside: and command-outside-beginning: do.
                       Without a terminal everything else that needs a question is refused.
                       server: and the name of an MCP server lets it start; mcp: and the name of a tool, as
                       mcp:mcp_git_log, lets the model have and call it; variable: and a name, as variable:NPM_TOKEN, gives
                       commands that secret of the environment, which they can print to the model; tainted: rules count also after an MCP
                       server or a web page has answered; site: and a site, as site:https://example.com, lets the
                       model read its pages
  --mcp <file>         JSON with MCP servers, as in .mcp.json or .vscode/mcp.json
  --max-cost <amount>  the cap of the run in the hub's currency (2.00), which the hub holds;
                       where a model has no price, 250,000 tokens for each 1.00
  --max-steps <n>      100
  --checks <command>   runs when the model says that it is done, as with --yes command:, and may be repeated. If it fails,
                       the model works on, and the third failure ends the run as failed
  --patches            the model gets apply_patch instead of edit_file, also if the hub does not mark it so
  --json               one line of JSON for each event
  --resume <id>        goes on with a run that was stopped, paused or crashed, in its folder; the text is optional. A run that paused
                       at its cap names the --max-cost with which it goes on
  --acp                serves an editor by the Agent Client Protocol on standard input and output; no task
  --restore <id>       goes back to a checkpoint of an earlier run in the folder, instead of a task: shows the plan and
                       asks, or does it with --yes restore. What somebody else changed since stays, but for
                       --yes restore:<path>
  --prompt <file>      replaces the prompt of review
  --help, --version

Exit codes: 0 done, 1 failed, 2 usage, 3 refused for want of approval, 4 budget, 130 stopped.
`;

const options = {
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
} as const;

const maxTask = 100_000;

/** Throws a `UsageError`. */
export function readOptions(args: readonly string[]): ProgramOptions {
  const { values, positionals } = readFlags(args, options, true);
  const address = parseBaseUrl(values.hub);
  const task = positionals.join(" ").trim();
  const { mode, level, format, "max-cost": given } = values;
  if (!address.ok) {
    throw new UsageError(`--hub needs the address of a hub, not ${values.hub}`);
  }
  checkTask(task, values);
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
      ...checks.map(({ command }) => `command:${command}`),
    ]),
    isJson: values.json,
    usesPatches: values.patches,
    mcpFile: values.mcp,
    task,
    resume: values.resume,
    isAcp: values.acp,
    promptFile: values.prompt,
  };
}

function checkTask(
  task: string,
  {
    acp,
    resume,
    json,
  }: { readonly acp: boolean; readonly resume?: string; readonly json: boolean },
): void {
  if (acp && (task !== "" || json || resume !== undefined)) {
    throw new UsageError("--acp takes no task, --json or --resume: the editor gives them.");
  }
  if (!acp && resume === undefined && task === "") {
    throw new UsageError("Give the task as one text.");
  }
  if (task.length > maxTask) {
    throw new UsageError(`The task is longer than ${maxTask} characters. Put it into a file.`);
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
  if (!/^\d{1,9}(?:\.\d{1,9})?$/u.test(text)) {
    throw new UsageError(`${flag} needs a number, not ${text}`);
  }
  return Number(text);
}
