import { fieldsOf } from "../formats/base/fields.ts";
import type { ModelRequest, RequestBlock, RequestMessage } from "../formats/base/modelRequest.ts";
import { noNames, type ToolNames } from "../formats/base/sentTool.ts";
import { readRequest } from "../formats/requests.ts";
import type { ChatCall } from "./chatCall.ts";

export interface PromptMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly text: string;
}

export interface FunctionTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
}

export interface ToolChoice {
  readonly isRequired: boolean;
  readonly name: string | undefined;
}

export interface Prompt {
  readonly messages: readonly PromptMessage[];
  readonly tools: readonly FunctionTool[];
  readonly mayCallTools: boolean;
  readonly toolChoice: ToolChoice;
}

export function modelRequestOf({ format, fields, held }: ChatCall): ModelRequest {
  const whole = held ? held.whole(fields) : fields;
  return readRequest(format, whole).request;
}

export function toolNamesOf({ format, fields, held }: ChatCall): ToolNames {
  return format === "responses"
    ? (readRequest(format, held ? held.whole(fields) : fields).names ?? noNames)
    : noNames;
}

export function promptOf(call: ChatCall): Prompt {
  const { messages, tools, toolUse } = modelRequestOf(call);
  return {
    messages: messages.flatMap(promptMessages),
    tools: tools.map(({ schema, ...tool }) => ({ ...tool, parameters: fieldsOf(schema) })),
    mayCallTools: toolUse?.kind !== "none",
    toolChoice: {
      isRequired: toolUse?.kind === "required" || toolUse?.kind === "tool",
      name: toolUse?.kind === "tool" ? toolUse.name : undefined,
    },
  };
}

/** The messages for a model. Tool results come last, because it continues from them. */
function promptMessages({ role, blocks }: RequestMessage): readonly PromptMessage[] {
  const results = blocks.filter((block) => block.kind === "toolResult");
  const text = textOf(blocks);
  return [
    ...(text === "" && results.length > 0 ? [] : [{ role, text }]),
    ...results.map(({ parts }) => ({ role: "tool", text: textOf(parts) }) as const),
  ];
}

function textOf(blocks: readonly RequestBlock[]): string {
  return blocks.map((block) => (block.kind === "text" ? block.text : "")).join("");
}
