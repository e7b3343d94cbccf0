import type { AgentTool } from "../../../agent/tools/base/agentTool.ts";
import type { HeldFolder, MachineCommands } from "../runs/agentRuns.ts";
import type { RunFiles, RunWatch } from "../runs/runFiles.ts";
import { CommandTap, type CommandTapDeps } from "./commandTap.ts";
import type { BackgroundCommand, KeptCommands } from "./keptCommands.ts";

export interface RunCommandsDeps extends CommandTapDeps {
  readonly kept: KeptCommands;
  readonly markLeft: () => Promise<HeldFolder | undefined>;
}

export class RunCommands {
  readonly #opened: MachineCommands | undefined;
  readonly #deps: RunCommandsDeps;
  readonly tap: CommandTap | undefined;
  readonly watch: RunWatch | undefined;

  constructor(
    opened: MachineCommands | undefined,
    files: RunFiles | undefined,
    deps: RunCommandsDeps,
  ) {
    this.#opened = opened;
    this.#deps = deps;
    this.watch = opened && files?.watchCommands();
    this.tap = opened && new CommandTap(opened.commands, deps);
  }

  async stop(callId: string): Promise<void> {
    await this.tap?.ofCall(callId)?.stop();
  }

  /**
   * Ends the run's commands and unfinished tools. Background commands continue, except after the person stopped the
   * run: then all background commands of the conversation end.
   */
  async end(tools: readonly AgentTool[], signal: AbortSignal): Promise<void> {
    const { kept, markLeft } = this.#deps;
    const staying: readonly BackgroundCommand[] = signal.aborted
      ? []
      : (this.tap?.background ?? []);
    await this.#opened?.commands.stopAll(new Set(staying.map(({ command }) => command.id)));
    await Promise.all(tools.map(async (tool) => tool.end?.()));
    if (signal.aborted) {
      await kept.stopAll();
    }
    await this.watch?.close();
    await kept.keep(staying, this.#opened, markLeft);
  }
}
