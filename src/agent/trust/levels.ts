import type { AgentLevel } from "../../shared/hubApi/agentLevels.ts";

export { agentLevels, type AgentLevel } from "../../shared/hubApi/agentLevels.ts";

export type AgentMode = "agent" | "plan" | "ask";

export type Act =
  | "read"
  /** Includes deleting or moving files that this run made. */
  | "edit"
  | "command"
  | "commandOutside"
  | "delete"
  | "outside"
  /** The written file runs by itself or in a build, or instructs agents. */
  | "runnable"
  | "forbidden"
  /** Includes using a new or changed tool. */
  | "serverStart"
  | "mcpCall"
  /** The editor asks by itself only if the tool requests it. */
  | "editorCall"
  /** Reading a page of the web. */
  | "web";

export type Answer = "run" | "runInside" | "card" | "refused";

export interface Standing {
  readonly level: AgentLevel;
  /** Only the mode `agent` writes, at any level. */
  readonly mode: AgentMode;
  /** Text of unknown intent has entered the run, so commands and tool calls need the person's approval again. */
  readonly isTainted: boolean;
  readonly rule: "deny" | "ask" | "allow" | undefined;
}

const answers: Readonly<Record<Act, Readonly<Record<AgentLevel, Answer>>>> = {
  read: { ask: "run", edits: "run", sandbox: "run" },
  edit: { ask: "card", edits: "run", sandbox: "run" },
  command: { ask: "card", edits: "card", sandbox: "runInside" },
  commandOutside: { ask: "card", edits: "card", sandbox: "card" },
  delete: { ask: "card", edits: "card", sandbox: "card" },
  outside: { ask: "card", edits: "card", sandbox: "card" },
  runnable: { ask: "card", edits: "card", sandbox: "card" },
  forbidden: { ask: "refused", edits: "refused", sandbox: "refused" },
  serverStart: { ask: "card", edits: "card", sandbox: "card" },
  mcpCall: { ask: "card", edits: "card", sandbox: "card" },
  editorCall: { ask: "card", edits: "card", sandbox: "card" },
  web: { ask: "card", edits: "card", sandbox: "card" },
};
/** A rule may allow these acts; in a tainted run the person must approve them again. */
export const calls: readonly Act[] = ["command", "commandOutside", "mcpCall", "editorCall", "web"];

/** The act asks a program that is not ours: its answer is text of unknown intent. */
export function isServerCall(act: Act): boolean {
  return act === "mcpCall" || act === "editorCall";
}

/** A denial precedes a question, and a question an allowance. */
export function decideAct(act: Act, { level, mode, isTainted, rule }: Standing): Answer {
  const answer = answers[act][level];
  if ((mode !== "agent" && act !== "read") || rule === "deny" || answer === "refused") {
    return "refused";
  }
  const isCall = calls.includes(act);
  if (rule === "ask" || (isTainted && isCall)) {
    return "card";
  }
  return rule === "allow" && isCall ? "run" : answer;
}
