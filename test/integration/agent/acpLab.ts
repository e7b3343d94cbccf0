import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, vi } from "vitest";

import { AcpEditor, type EditorSetting } from "./acpEditor.ts";
import { AgentProgram } from "./agentProgram.ts";

/** Editors that speak ACP with the built program. */
export class AcpLab {
  readonly program = new AgentProgram();
  readonly #editors: AcpEditor[] = [];

  editor(
    setting: EditorSetting = {},
    more: readonly string[] = [],
    environment: NodeJS.ProcessEnv = {},
  ): AcpEditor {
    const flags = ["--acp", "--hub", this.program.hub.url, "--model", "hub-script-play", ...more];
    const made = new AcpEditor(this.program.spawn(flags, environment), setting);
    this.#editors.push(made);
    return made;
  }

  /** Ends every editor that was made. */
  async close(): Promise<void> {
    await Promise.all(this.#editors.splice(0).map((one) => one.close()));
  }
}

/** A step of a trajectory with one call. */
export function call(tool: string, args: object): object {
  return { calls: [{ tool, args }] };
}

export function edit(from: string, to: string): object {
  return call("edit_file", { path: "a.txt", edits: [{ old_text: from, new_text: to }] });
}

/** A command that writes its number into `pid` and never ends. */
export const waiting = "echo $$ > pid; while true; do sleep 1; done";
export const runWaiting = call("run_command", { command: waiting, purpose: "wait" });

/** The number of that command's shell, once it runs in the folder. */
export async function shellIn(folder: string): Promise<number> {
  const file = join(folder, "pid");
  return await vi.waitFor(
    () => {
      const pid = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
      expect(pid).toBeGreaterThan(0);
      return pid;
    },
    { timeout: 20_000, interval: 20 },
  );
}
