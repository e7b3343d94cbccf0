import type { ChatContentPart, ChatRequestMessage } from "../../hub/wire/chatTypes.ts";
import type { AgentMode } from "../trust/levels.ts";
import type { TaintCause } from "../trust/taint.ts";
import { RunCap, type RunCapState } from "./runCap.ts";
import { RunMeter } from "./runMeter.ts";
import { firstMessages, type RunSetting } from "./runPrompt.ts";

export interface RunState {
  readonly messages: readonly ChatRequestMessage[];
  readonly steps: number;
  readonly cost: string;
  readonly tokens?: number;
  readonly mode: AgentMode;
  readonly taint?: TaintCause;
  readonly cap?: RunCapState;
  /** Changes that no check has seen. */
  readonly isUnchecked?: true;
}

export interface RunResume {
  readonly state: RunState;
  readonly message: Extract<ChatRequestMessage, { role: "user" }>["content"];
}

export function newState(setting: RunSetting): RunState {
  return { messages: firstMessages(setting), steps: 0, cost: "0", mode: setting.mode };
}

export function meterOf(
  { cost, tokens, cap }: RunState,
  { maxCost }: { readonly maxCost: number | undefined },
  newId: () => string,
): RunMeter {
  const runCap = maxCost === undefined ? undefined : new RunCap(newId(), maxCost, cap);
  return new RunMeter({ cost, tokens }, runCap);
}

const maxLabel = 80;

export function labelOf(message: RunResume["message"]): string {
  const text = typeof message === "string" ? message : message.map(textOf).join("\n");
  const [first = ""] = text.trim().split("\n", 1);
  return first.length > maxLabel ? `${first.slice(0, maxLabel)}…` : first;
}

function textOf(part: ChatContentPart): string {
  return part.type === "text" ? part.text : "";
}
