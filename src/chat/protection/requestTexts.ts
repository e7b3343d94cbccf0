import { type CutValues, findCutValues } from "../../dlp/cutValues.ts";
import type { Finding } from "../../dlp/find/finding.ts";
import { bytesIn, findAcrossParts } from "../../dlp/textParts.ts";
import type {
  ChatContentPart,
  ChatRequest,
  ChatRequestMessage,
  ChatTool,
} from "../../hub/wire/chatTypes.ts";
import { isRecord } from "../../shared/base/json.ts";

export type RequestPlace =
  | "instructions"
  | "message"
  | "answer"
  | "toolCall"
  | "toolResult"
  | "tool";

export interface RequestText {
  readonly text: string;
  readonly place: RequestPlace;
  readonly name?: string;
  readonly json?: string;
  /** Pieces of values that are cut over this message and its neighbours. */
  readonly cut?: readonly Finding[];
}

type Change = (text: RequestText) => string;

const maxDepth = 500;

/**
 * Every text of a person, file or tool, in a fixed order. Not ids, roles, images and tools with `isKept`. Reuses
 * unchanged objects. @throws RangeError for arguments nested deeper than 500: unchecked, they must not be sent.
 */
export function changeTexts(
  request: ChatRequest,
  change: Change,
  isKept: (tool: ChatTool) => boolean = () => false,
): ChatRequest {
  const { tools } = request;
  const cut = findCutValues(request);
  return {
    ...request,
    messages: request.messages.map((message) => changedMessage(message, cut, change)),
    ...(tools && {
      tools: tools.map((tool) => (isKept(tool) ? tool : changedTool(tool, change))),
    }),
  };
}

function changedMessage(
  message: ChatRequestMessage,
  cut: CutValues,
  change: Change,
): ChatRequestMessage {
  const own = (text: string, place: RequestPlace, holder: object, key: string): string => {
    const pieces = cut.get(holder)?.get(key);
    return change({ text, place, ...(pieces && { cut: pieces }) });
  };
  switch (message.role) {
    case "system":
      return { ...message, content: own(message.content, "instructions", message, "content") };
    case "user":
      return {
        ...message,
        content:
          typeof message.content === "string"
            ? own(message.content, "message", message, "content")
            : message.content.map((part) =>
                part.type === "text"
                  ? { ...part, text: own(part.text, "message", part, "text") }
                  : part,
              ),
      };
    case "assistant": {
      const { toolCalls } = message;
      return {
        ...message,
        content: own(message.content, "answer", message, "content"),
        ...(toolCalls && {
          toolCalls: toolCalls.map((call) => ({
            ...call,
            arguments: changedRecord(call.arguments, "toolCall", change),
          })),
        }),
      };
    }
    case "tool":
      return { ...message, content: own(message.content, "toolResult", message, "content") };
    default:
      return message satisfies never;
  }
}

/** The text that replaces a hub token, which a model never needs. */
const hiddenToken = "[hub token]";
const hubToken = /sk_hub_[\w-]{8,}/gu;

export function withoutHubToken(text: string): string {
  return text.includes("sk_hub_") ? text.replaceAll(hubToken, hiddenToken) : text;
}

/**
 * Removes hub tokens, at every setting. Returns the same object if there are no tokens. Skips tools in `known`, and
 * adds checked tools to it.
 */
export function withoutTokens(request: ChatRequest, known: WeakSet<ChatTool>): ChatRequest {
  let hasToken = false;
  const hide = ({ text }: RequestText): string => {
    const rest = withoutHubToken(text);
    hasToken ||= rest !== text;
    return rest;
  };
  const changed = changeTexts(request, hide, (tool) => known.has(tool));
  if (hasToken) {
    return changed;
  }
  for (const tool of request.tools ?? []) {
    known.add(tool);
  }
  return request;
}

export function withWholeTexts(request: ChatRequest): ChatRequest {
  return {
    ...request,
    messages: request.messages.map((message) =>
      message.role === "user" &&
      typeof message.content !== "string" &&
      findAcrossParts(message.content).some((pieces) => pieces.length > 0)
        ? { ...message, content: joined(message.content) }
        : message,
    ),
  };
}

function joined(parts: readonly ChatContentPart[]): readonly ChatContentPart[] {
  const result: ChatContentPart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (part.type === "text" && last?.type === "text") {
      result[result.length - 1] = { type: "text", text: last.text + part.text };
    } else {
      result.push(part);
    }
  }
  return result;
}

export function changedTool(tool: ChatTool, change: Change): ChatTool {
  return {
    ...tool,
    description: change({ text: tool.description, place: "tool" }),
    inputSchema: changedRecord(tool.inputSchema, "tool", change),
  };
}

function changedRecord(
  record: Readonly<Record<string, unknown>>,
  place: RequestPlace,
  change: Change,
): Readonly<Record<string, unknown>> {
  const json = JSON.stringify(record);
  return changeJson(record, (text, name) => change({ text, place, name, json }));
}

function changeJson(
  record: Readonly<Record<string, unknown>>,
  change: (text: string, name: string) => string,
  depth = 0,
): Readonly<Record<string, unknown>> {
  if (depth > maxDepth) {
    throw new RangeError(`JSON nested deeper than ${maxDepth} cannot be checked.`);
  }
  const value = (item: unknown, name: string, level: number): unknown => {
    if (typeof item === "string") {
      return change(item, name);
    }
    if (typeof item === "number") {
      const digits = String(item);
      const changed = change(digits, name);
      return changed === digits ? item : changed;
    }
    if (Array.isArray(item)) {
      if (level > maxDepth) {
        throw new RangeError(`JSON nested deeper than ${maxDepth} cannot be checked.`);
      }
      const bytes = bytesIn(item);
      const changed = bytes === undefined ? undefined : change(bytes, name);
      return changed === bytes ? item.map((inner) => value(inner, name, level + 1)) : [changed];
    }
    return isRecord(item) ? changeJson(item, change, level + 1) : item;
  };
  return Object.fromEntries(
    Object.entries(record).map(([key, item]) => [change(key, ""), value(item, key, depth)]),
  );
}
