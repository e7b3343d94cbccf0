import type { AgentLevel } from "../../shared/hubApi/agentLevels.ts";

export { agentLevels, type AgentLevel } from "../../shared/hubApi/agentLevels.ts";

/** `ask`: it answers questions. `plan`: its answer is a plan. Both only read. */
export type AgentMode = "agent" | "plan" | "ask";

/** What an agent wants to do, as far as it matters for asking. */
export type Act =
  /** Reading, searching, problems, the plan, a question; a script that was proved plain. */
  | "read"
  /** Changing or making a file; deleting or moving what this run made. */
  | "edit"
  /** A command that was not proved plain, in the sandbox where there is one. */
  | "command"
  /** A command that needs the network or runs outside the sandbox. */
  | "commandOutside"
  /** Deleting or moving a file that this run did not make. */
  | "delete"
  /** Reading or writing a secret file, or anything outside the workspace. */
  | "outside"
  /** Writing a file that runs by itself, or when somebody builds, or that instructs agents. */
  | "runnable"
  /** Writing Git's own folder, our storage, the editor's folder. */
  | "forbidden"
  /** Starting a tool server, or using a tool that is new or changed. */
  | "serverStart"
  | "mcpCall"
  /** Using a tool of the editor, which asks by itself only if the tool wants it. */
  | "editorCall";

/** `runInside`: in the sandbox, without a question. */
export type Answer = "run" | "runInside" | "card" | "refused";

/** What holds in a run while an act is decided. */
export interface Standing {
  readonly level: AgentLevel;
  /** Only in agent mode something is written, whatever the level. */
  readonly mode: AgentMode;
  /** Whether text of unknown intent has entered the run: commands and tool calls need the person again. */
  readonly isTainted: boolean;
  /** What the person's rules say about this command or tool; undefined if they say nothing. */
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
};
/** Acts that a rule may allow, and that need the person again in a tainted run. */
const calls: readonly Act[] = ["command", "commandOutside", "mcpCall", "editorCall"];

/** Whether an act asks a program that is not ours: its answer is text of unknown intent. */
export function isServerCall(act: Act): boolean {
  return act === "mcpCall" || act === "editorCall";
}

/** Whether an act runs, is asked about or is refused. A denial goes before a question, and that before an allowance. */
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
