import type { SessionUpdate } from "@agentclientprotocol/sdk";

import { isNote } from "../../agent/run/runPrompt.ts";
import type { RunState } from "../../agent/run/runState.ts";
import { messageText } from "../run/promptContent.ts";
import { callUpdate, chunkUpdate, planTool, planUpdate, resultUpdate } from "./acpUpdates.ts";

export function historyUpdates(
  { messages }: RunState,
  absolute: (path: string) => string,
): readonly SessionUpdate[] {
  const plans = new Set<string>();
  // The system text and the first message, on the workspace, are ours.
  return messages.slice(2).flatMap((message): readonly SessionUpdate[] => {
    if (isNote(message) || message.role === "system") {
      return [];
    }
    if (message.role === "user") {
      return [chunkUpdate("user_message_chunk", messageText(message.content))];
    }
    if (message.role === "tool") {
      const { callId: id, content: text, isError = false } = message;
      const state = isError ? "failed" : "done";
      return plans.has(id) ? [] : [resultUpdate({ type: "result", id, state, text }, [])];
    }
    const calls = (message.toolCalls ?? []).map(({ id, name: tool, arguments: args }) => {
      if (tool !== planTool) {
        return callUpdate({ type: "call", id, step: 0, tool, args }, absolute);
      }
      plans.add(id);
      return planUpdate(args);
    });
    return [
      ...(message.content === "" ? [] : [chunkUpdate("agent_message_chunk", message.content)]),
      ...calls.filter((update) => update !== undefined),
    ];
  });
}
