import type { JSX } from "preact";

import type { AssistantMessage } from "../../shared/conversation/conversation.ts";
import { lazyPart } from "../page/parts/lazyPart.tsx";
import { useAgent } from "./state/agentPage.ts";
import type { CallsProps } from "./state/callGroups.ts";

const ModeButton = lazyPart(async () => (await import("./mode/ModeButton.tsx")).ModeButton, {
  style: "agent",
});
const RunPanel = lazyPart(async () => (await import("./run/RunPanel.tsx")).RunPanel, {
  style: "agent",
});
const PlanStart = lazyPart<{ readonly messageId: string }>(
  async () => (await import("./mode/PlanStart.tsx")).PlanStart,
  { style: "agent" },
);
const AskedOnly = lazyPart<{ readonly messageId: string }>(
  async () => (await import("./mode/PlanStart.tsx")).AskedOnly,
  { style: "agent" },
);
const CheckpointLine = lazyPart<{ readonly messageId: string }>(
  async () => (await import("./mode/CheckpointLine.tsx")).CheckpointLine,
  { style: "agent" },
);

export const ToolCalls = lazyPart<CallsProps>(
  async () => (await import("./calls/ToolCalls.tsx")).ToolCalls,
  { style: "agent" },
);

const Unchecked = lazyPart<Pick<CallsProps, "message">>(
  async () => (await import("./calls/ToolCalls.tsx")).Unchecked,
  { style: "agent" },
);

/** The end of checks, shown if no line of checks shows it. */
export function UncheckedPart({ message }: Pick<CallsProps, "message">): JSX.Element | null {
  const hasChecks = message.parts.some((part) => part.kind === "toolCall" && part.check);
  return message.checks && !hasChecks ? <Unchecked message={message} /> : null;
}

export function ModePart(): JSX.Element | null {
  return useAgent().state.value ? <ModeButton /> : null;
}

/** Shown above the composer. Includes cards whose call is not drawn. */
export function RunPart(): JSX.Element | null {
  const agent = useAgent();
  const { run, changes = [], cards = [], background = [] } = agent.state.value ?? {};
  return run || changes.length + cards.length + background.length > 0 ? <RunPanel /> : null;
}

export function CheckpointPart({ messageId }: { readonly messageId: string }): JSX.Element | null {
  const isHere = useAgent()
    .part("checkpoints")
    ?.some((checkpoint) => checkpoint.messageId === messageId);
  return isHere === true ? <CheckpointLine messageId={messageId} /> : null;
}

/** Shown below the last answer in Plan, or in Ask if it tried to change something. */
export function NextModePart({
  message,
}: {
  readonly message: AssistantMessage;
}): JSX.Element | null {
  const mode = useAgent().part("mode");
  if (mode === "plan" && message.state === "complete") {
    return <PlanStart messageId={message.id} />;
  }
  return mode === "ask" && message.state !== "streaming" && message.parts.some(isRefusedChange) ? (
    <AskedOnly messageId={message.id} />
  ) : null;
}

function isRefusedChange(part: AssistantMessage["parts"][number]): boolean {
  const isRefused = part.kind === "toolCall" && part.state !== "done";
  return (
    isRefused && /^(?:edit|write|delete|move)_file$|^apply_patch$|^run_command$/u.test(part.name)
  );
}

const CompletionOff = lazyPart(
  async () => (await import("./mode/CompletionOff.tsx")).CompletionOff,
  { style: "agent" },
);

export function CompletionPart(): JSX.Element | null {
  return useAgent().part("isCompletionOff") === true ? <CompletionOff /> : null;
}

export const TasksPart = lazyPart(async () => (await import("./mode/TaskIdeas.tsx")).TaskIdeas, {
  style: "agent",
});
