import type { AskedAct } from "../../../src/agent/run/cards/agentEvents.ts";
import { call } from "./steps.ts";

export const write = (path: string, content = "evil\n") => call("write_file", { path, content });
export const command = (text: string) => call("run_command", { command: text, purpose: "look" });
export const patch = (...lines: string[]) =>
  call("apply_patch", { patch: ["*** Begin Patch", ...lines, "*** End Patch"].join("\n") });
export const edit = (path: string, old_text: string) =>
  call("edit_file", { path, edits: [{ old_text, new_text: "x" }] });
export const end = { text: "End." };

/** Approves everything and keeps what it was asked. */
export function yes() {
  const asked: AskedAct[] = [];
  const approve = (act: AskedAct): Promise<"approved"> => {
    asked.push(act);
    return Promise.resolve("approved");
  };
  return { asked, approve };
}
