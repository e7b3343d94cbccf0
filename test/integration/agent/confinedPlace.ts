import { constants, copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import {
  NodeCommands,
  type NodeCommandsOptions,
} from "../../../src/agentNode/commands/nodeCommands.ts";

interface Options extends Partial<
  Pick<NodeCommandsOptions, "environment" | "allowedVariables" | "home" | "own">
> {
  /** The workspace's folder below the root. */
  readonly folder?: string;
}

/** A workspace, an empty home folder and the commands of a run, below a temp folder of the machine. */
export class ConfinedPlace {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "ai-hub-confined-")));
  readonly home = join(this.root, "home");
  readonly workspace: string;
  readonly commands: NodeCommands;

  /** Paths of the options are below the root. */
  constructor({ environment = process.env, allowedVariables = () => [], ...more }: Options = {}) {
    const { folder = "workspace", home = "home", own = [] } = more;
    this.workspace = join(this.root, folder);
    for (const name of [folder, "home", "output"]) {
      mkdirSync(join(this.root, name), { recursive: true });
    }
    this.commands = new NodeCommands({
      runId: `confined-${process.pid}`,
      workspace: [this.workspace],
      home: join(this.root, home),
      own: own.map((name) => join(this.root, name)),
      outputFolder: join(this.root, "output"),
      movedFolder: join(this.root, "movedAway"),
      environment,
      allowedVariables,
    });
  }

  /** Runs a script in the sandbox; what was moved away is named as the workspace has it. */
  async inside(
    script: string,
  ): Promise<{ readonly text: string; readonly moved: readonly string[] }> {
    const { commands, workspace } = this;
    const request = { folder: workspace, timeoutMs: 60_000, way: "inside" } as const;
    const command = await commands.start({ ...request, script });
    await command.ended;
    const moved = command.movedAway.map(({ path }) => path.slice(workspace.length + 1)).toSorted();
    return { text: command.output().text.trim(), moved };
  }

  /**
   * The path of a copy of Node in the workspace, for a command in the sandbox: that hides the machine's temp folder, in which
   * this checkout and its Node may lie.
   */
  node(): string {
    const program = join(this.workspace, "node");
    copyFileSync(process.execPath, program, constants.COPYFILE_FICLONE);
    return program;
  }

  async dispose(): Promise<void> {
    await this.commands.stopAll();
    rmSync(this.root, { recursive: true, force: true });
  }
}
