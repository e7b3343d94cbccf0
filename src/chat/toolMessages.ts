import type { ChatRequestMessage, ToolCall } from "../hub/wire/chatTypes.ts";
import { isRecord, parseJson } from "../shared/base/json.ts";
import type { AssistantMessage, ToolCallPart } from "../shared/conversation/conversation.ts";

export function answerMessages({ parts }: Pick<AssistantMessage, "parts">): ChatRequestMessage[] {
  const messages: ChatRequestMessage[] = [];
  let texts: string[] = [];
  let calls: ToolCallPart[] = [];
  const closeStep = (): void => {
    const content = texts.filter((text) => text !== "").join("\n\n");
    if (content !== "" || calls.length > 0) {
      const toolCalls = calls.map(toolCallOf);
      messages.push({ role: "assistant", content, ...(calls.length > 0 && { toolCalls }) });
    }
    messages.push(...calls.map(toolMessage));
    texts = [];
    calls = [];
  };
  for (const part of parts) {
    if (part.kind === "toolCall") {
      if (calls.length > 0 && calls[0]?.step !== part.step) {
        closeStep();
      }
      calls.push(part);
    } else if (part.kind === "text") {
      if (calls.length > 0) {
        closeStep();
      }
      texts.push(part.text);
    }
  }
  closeStep();
  return messages;
}

/** For a request without tools: some services refuse calls there. */
export function withoutToolCalls(messages: readonly ChatRequestMessage[]): ChatRequestMessage[] {
  const result: ChatRequestMessage[] = [];
  for (const message of messages) {
    const last = result.at(-1);
    const text = plainText(message);
    if (text === undefined) {
      result.push(message);
    } else if (last?.role === "assistant") {
      result[result.length - 1] = { role: "assistant", content: `${last.content}\n\n${text}` };
    } else {
      result.push({ role: "assistant", content: text });
    }
  }
  return result;
}

export function wireName(name: string): string {
  const cleaned = name.replaceAll(/[^\w-]/gu, "_").slice(0, 64);
  return cleaned === "" ? "_" : cleaned;
}

export function unknownToolResult({ name }: ToolCall, names: readonly string[]): string {
  const problem =
    name === "" ? "The call has no name of a tool." : `There is no tool ${name.slice(0, 100)}.`;
  return `Not done. ${problem} There are: ${names.join(", ")}.`;
}

/** Undefined if the arguments are a JSON object. */
export function unreadableResult({ name, unreadable }: ToolCall): string | undefined {
  return unreadable === undefined
    ? undefined
    : `Not done, nothing was changed. The arguments of ${name.slice(0, 100)} are no JSON object: ` +
        `${unreadable.slice(0, 300)}\nMake the call again with one complete JSON object.`;
}

function unfinishedResult({ state }: ToolCallPart): string {
  return state === "running" || state === "unknown"
    ? "Interrupted. Whether it took effect is not known; check before proposing it again."
    : "Not done: the answer was stopped before.";
}

function toolCallOf({ callId, name, arguments: json }: ToolCallPart): ToolCall {
  const parsed = parseJson(json);
  return { id: callId, name: wireName(name), arguments: isRecord(parsed) ? parsed : {} };
}

function toolMessage(part: ToolCallPart): ChatRequestMessage {
  return {
    role: "tool",
    callId: part.callId,
    content: part.result ?? unfinishedResult(part),
    ...(part.state !== "done" && { isError: true }),
  };
}

function plainText(message: ChatRequestMessage): string | undefined {
  switch (message.role) {
    case "tool":
      return `[Result of the tool]\n${message.content}`;
    case "assistant": {
      const calls = (message.toolCalls ?? []).map(
        ({ name, arguments: input }) => `[Called the tool ${name} with ${JSON.stringify(input)}]`,
      );
      return [message.content, ...calls].filter((text) => text !== "").join("\n\n");
    }
    default:
      return undefined;
  }
}
