import * as z from "zod/mini";

import { exclusions } from "../../../shared/guarded/excludedPaths.ts";
import type { Command, CommandEnd, CommandRequest, Commands } from "../../command/commands.ts";
import { losesIgnored } from "../../command/losesIgnored.ts";
import type { AgentLevel } from "../../trust/levels.ts";
import {
  type AgentTool,
  type AskWithin,
  done,
  failed,
  type PlannedAct,
  type Preparation,
  refused,
  type ToolResult,
} from "../base/agentTool.ts";
import { withoutSecrets } from "../base/gitDiffText.ts";
import { namedSecret } from "../base/namedSecret.ts";
import { pathCauses } from "../base/pathCauses.ts";
import { declaredTool } from "../base/toolArguments.ts";
import type { WorkspacePath } from "../base/workspace.ts";
import { endText, outputOf, sandboxHint } from "./commandTexts.ts";
import { leaveRequest, leaveText, leaveReason } from "./leaveSandbox.ts";
import { settleRunnable } from "./settleRunnable.ts";
import { undoNotice, type WatchDeps, watchCommand, type Watching } from "./watchedCommand.ts";

const maxCommand = 8_000;
const maxBackground = 4;
const defaultSeconds = 120;
const maxSeconds = 600;
/** A background command ends by a stop, or with the window or program. */
const backgroundMs = 24 * 3_600_000;

const schema = z.object({
  command: z
    .string()
    .check(
      z.minLength(1),
      z.maxLength(maxCommand),
      z.describe("One command or a short script, at most 8 KB."),
    ),
  // Models are asked for a purpose; a call without one runs all the same.
  purpose: z.prefault(
    z
      .string()
      .check(z.maxLength(2_000), z.describe("What it is for, in a few words for the person.")),
    "",
  ),
  cwd: z.optional(
    z
      .string()
      .check(
        z.maxLength(4_000),
        z.describe("A folder of the workspace; its root, or its first folder, if absent."),
      ),
  ),
  timeout_s: z.optional(
    z
      .int()
      .check(
        z.minimum(1),
        z.maximum(maxSeconds),
        z.describe("Seconds until it is ended: 120 if absent, at most 600."),
      ),
  ),
  background: z.optional(
    z
      .boolean()
      .check(
        z.describe(
          "Goes on while you work, and after your answer; read_output and stop_command take its id.",
        ),
      ),
  ),
  outside_sandbox: z.optional(leaveReason),
});

export interface RunCommandDeps extends WatchDeps {
  readonly commands: Commands;
  readonly level: () => AgentLevel;
}

export function runCommand(deps: RunCommandDeps): AgentTool {
  const runner = new CommandRunner(deps);
  return declaredTool({
    name: "run_command",
    description:
      "Runs a command in a new shell and returns its output and exit code. Nothing can be typed into it. Commands that " +
      "only read run at once, others may need the person. For a server or a watcher use background.",
    schema,
    isWrite: true,
    isCommand: true,
    kept: runner.kept,
    end: runner.end,
    prepare: (args) => runner.prepare(args),
  });
}

class CommandRunner {
  readonly #deps: RunCommandDeps;
  readonly #background = new Map<Command, string>();
  /** Records the changes of background commands at their end, or at the run's end. */
  readonly #notes = new Set<() => Promise<string>>();
  /** A stopped run does not wait for its call, but for this work. */
  readonly #settling = new Set<Promise<unknown>>();

  constructor(deps: RunCommandDeps) {
    this.#deps = deps;
  }

  readonly kept = (): readonly string[] =>
    [...this.#background].map(([{ id }, script]) => `Runs in the background, id ${id}: ${script}`);

  /** A command's changes after the run are not the run's, and are not recorded. */
  readonly end = async (): Promise<void> => {
    await Promise.allSettled(this.#settling);
    await Promise.all([...this.#notes].map((note) => note()));
  };

  async prepare(args: z.infer<typeof schema>): Promise<Preparation> {
    const { command, purpose } = args;
    const folder = await this.#folderOf(args.cwd);
    if (folder.kind !== "folder") {
      return refused(`Not done, nothing was run. There is no folder ${folder.shown}.`);
    }
    const { way, ...decided } = await this.#wayOf(args, folder);
    const said = purpose === "" ? "" : `\nThe model says: ${purpose}`;
    const unwatched = way === "plain" ? undefined : await undoNotice(this.#deps);
    const notice = unwatched === undefined ? "" : `\n\n${unwatched}`;
    const variables = way === "plain" ? [] : this.#deps.commands.variables();
    const secrets = variables.length === 0 ? "" : `\n\nIt gets ${variables.join(", ")}.`;
    const detail = `${command}\n\nin ${folder.shown}${said}${leaveText(decided.leavesSandbox)}${secrets}${notice}`;
    return {
      kind: "ready",
      planned: {
        ...decided,
        paths: [],
        command,
        folder: folder.shown,
        ...pathCauses([folder]),
        ...(purpose !== "" && { purpose }),
        ...(variables.length > 0 && { variables }),
        isSandboxed: way === "inside",
        ...(unwatched === undefined
          ? losesIgnored(command) && { losesIgnored: true as const }
          : { notUndoable: true as const }),
        title: `Run a command in ${folder.shown}`,
        detail,
      },
      run: (signal, ask) =>
        this.#run(args, { folder: folder.real, way, variables }, { signal, ask }),
    };
  }

  async #folderOf(cwd: string | undefined): Promise<WorkspacePath> {
    const { workspace } = this.#deps;
    return await workspace.locate(cwd ?? workspace.folders?.[0]?.name ?? ".");
  }

  async #wayOf(
    { command: script, background = false, outside_sandbox: asked }: z.infer<typeof schema>,
    { real, isInside }: { readonly real: string; readonly isInside: boolean },
  ): Promise<CommandPlan> {
    const { commands, level, workspace } = this.#deps;
    const hasSandbox =
      isInside && level() === "sandbox" && (await commands.sandboxProblem()) === undefined;
    const leavesSandbox = hasSandbox ? leaveRequest(asked) : undefined;
    if (!leavesSandbox && isInside && !background && (await commands.isPlain(script, real))) {
      return { act: "read", way: "plain" };
    }
    const secret = await namedSecret(script, real, workspace);
    if (hasSandbox && !leavesSandbox) {
      return { act: "command", way: "inside", ...secret };
    }
    const outside = {
      act: "commandOutside",
      way: "outside",
      ...secret,
      ...readsExcluded(),
    } as const;
    return leavesSandbox ? { ...outside, leavesSandbox } : outside;
  }

  async #run(
    {
      command: script,
      timeout_s: seconds = defaultSeconds,
      background = false,
    }: z.infer<typeof schema>,
    { folder, way, variables }: CommandWay,
    { signal, ask }: { readonly signal: AbortSignal; readonly ask: AskWithin | undefined },
  ): Promise<ToolResult> {
    const { workspace, commands } = this.#deps;
    if (background && this.#isFull) {
      return failed(
        `Not done, nothing was run. ${maxBackground} commands run in the background already.`,
      );
    }
    let watching: Watching;
    try {
      watching = await watchCommand(way === "plain" ? { workspace } : this.#deps);
    } catch {
      return failed(notKeptText);
    }
    const startedAt = performance.now();
    const command = await commands.start({
      script,
      folder,
      timeoutMs: background ? backgroundMs : seconds * 1_000,
      way,
      variables,
      isBackground: background,
    });
    if (signal.aborted) {
      void command.stop();
    }
    if (background) {
      void this.#keepWhileRunning(command, script, watching);
      return done(`Runs in the background with the id ${command.id}.`);
    }
    const end = await endOf(command, signal);
    const endLine = endText(end, seconds, performance.now() - startedAt);
    const settled = await this.#settle(command, watching, signal.aborted ? undefined : ask);
    const hint = way === "inside" ? sandboxHint(end, command.output().text) : "";
    return resultOf(end, [outputFor(command, way), endLine, hint, ...settled]);
  }

  async #settle(
    command: Command,
    { byOthers, note }: Watching,
    ask: AskWithin | undefined,
  ): Promise<readonly string[]> {
    const settled = settleRunnable(command, { ...this.#deps, byOthers, ask });
    const noted = settled.then(note, note);
    const settling = noted.then(async (text) => [await settled, text]);
    this.#settling.add(settling);
    return await settling.finally(() => this.#settling.delete(settling));
  }

  get #isFull(): boolean {
    return this.#background.size + (this.#deps.commands.earlier ?? 0) >= maxBackground;
  }

  async #keepWhileRunning(command: Command, script: string, watching: Watching): Promise<void> {
    let noted: Promise<string> | undefined;
    const note = (): Promise<string> => {
      noted ??= watching.note();
      return noted;
    };
    this.#background.set(command, script);
    this.#notes.add(note);
    try {
      await command.ended;
    } finally {
      this.#background.delete(command);
    }
    await this.#settle(command, { ...watching, note }, undefined);
  }
}

/** True for every command outside the sandbox, because any program may read any path there. */
function readsExcluded(): Pick<PlannedAct, "readsExcluded"> {
  return exclusions().length > 0 ? { readsExcluded: true } : {};
}

function resultOf(end: CommandEnd, parts: readonly string[]): ToolResult {
  const text = parts.filter((part) => part !== "").join("\n");
  if (end.kind === "notStarted") {
    return failed(text);
  }
  return end.kind === "exited" ? { ...done(text), exitCode: end.code } : done(text);
}

type CommandPlan = Pick<PlannedAct, "act" | "leavesSandbox" | "isSecret" | "readsExcluded"> &
  Pick<CommandRequest, "way">;

type CommandWay = Required<Pick<CommandRequest, "folder" | "way" | "variables">>;

/** A plain command had no approval, so the model must not read Git's output of secret files. */
function outputFor(command: Command, way: CommandRequest["way"]): string {
  return way === "plain" ? withoutSecrets(outputOf(command)) : outputOf(command);
}

async function endOf(command: Command, signal: AbortSignal): Promise<CommandEnd> {
  const stop = (): void => void command.stop();
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await command.ended;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

const notKeptText =
  "Not done, nothing was run. What it might change could not be kept for going back: the disk may be full.";
