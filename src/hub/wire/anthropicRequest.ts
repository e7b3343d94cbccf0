import type { ChatContentPart, ChatRequest, ChatRequestMessage, ChatTool } from "./chatTypes.ts";

/** The length of answers for requests without a limit. Not more, because hubs reserve budget by it. */
const defaultMaxTokens = 8192;

type Block = Readonly<Record<string, unknown>>;

interface WireMessage {
  readonly role: "user" | "assistant";
  readonly content: Block[];
}

/** Anthropic API reference, "Create a message", streamed. */
export function anthropicBody(request: ChatRequest): object {
  const { model, messages, maxOutputTokens, isContinued = false } = request;
  const system = messages.flatMap((message) => (message.role === "system" ? message.content : []));
  return {
    model,
    max_tokens: maxOutputTokens ?? defaultMaxTokens,
    ...(system.length > 0 && { system: systemOf(system.join("\n\n"), isContinued) }),
    messages: (isContinued ? keptTurns : plainTurns)(turnsOf(messages)),
    ...toolsOf(request),
    stream: true,
  };
}

/** A cache mark; the API allows four. */
const keep = { cache_control: { type: "ephemeral" } } as const;
/** The turns that get cache marks, from the end: the last turn, and the last turn of the previous request. */
const keptFromEnd = [1, 3];

function systemOf(text: string, isContinued: boolean): unknown {
  return isContinued ? [{ type: "text", text, ...keep }] : text;
}

function plainTurns(turns: readonly WireMessage[]): readonly object[] {
  return turns.map(({ role, content }) => ({ role, content: simple(content) }));
}

function keptTurns(turns: readonly WireMessage[]): readonly object[] {
  return turns.map(({ role, content }, index) =>
    keptFromEnd.includes(turns.length - index)
      ? {
          role,
          content: content.map((block, at) =>
            at === content.length - 1 ? { ...block, ...keep } : block,
          ),
        }
      : { role, content: simple(content) },
  );
}

/** The messages as turns: results of parallel calls must be in one message. */
function turnsOf(messages: readonly ChatRequestMessage[]): readonly WireMessage[] {
  const turns: WireMessage[] = [];
  for (const message of messages) {
    const blocks = blocksOf(message);
    if (message.role !== "system" && blocks.length > 0) {
      const role = message.role === "assistant" ? "assistant" : "user";
      const last = turns.at(-1);
      if (last?.role === role) {
        last.content.push(...blocks);
      } else {
        turns.push({ role, content: [...blocks] });
      }
    }
  }
  return turns;
}

function blocksOf(message: ChatRequestMessage): readonly Block[] {
  switch (message.role) {
    case "system":
      return [];
    case "user":
      return typeof message.content === "string"
        ? textBlocks(message.content)
        : message.content.flatMap(partBlocks);
    case "assistant":
      return [
        ...textBlocks(message.content),
        ...(message.toolCalls ?? []).map(({ id, name, arguments: input }) => ({
          type: "tool_use",
          id: safeId(id),
          name,
          input,
        })),
      ];
    case "tool":
      return [
        {
          type: "tool_result",
          tool_use_id: safeId(message.callId),
          content: message.content,
          ...(message.isError === true && { is_error: true }),
        },
      ];
    default:
      return message satisfies never;
  }
}

function partBlocks(part: ChatContentPart): readonly Block[] {
  if (part.type === "text") {
    return textBlocks(part.text);
  }
  const source = { type: "base64", media_type: part.mimeType, data: part.base64 };
  return [{ type: "image", source }];
}

/** Blocks of text, without blocks of white space, which the API refuses. */
function textBlocks(text: string): readonly Block[] {
  return text.trim() === "" ? [] : [{ type: "text", text }];
}

function simple(content: readonly Block[]): unknown {
  const [first] = content;
  return content.length === 1 && first?.["type"] === "text" ? first["text"] : content;
}

/** An id in this format's characters; the other format allows more. */
function safeId(id: string): string {
  return id.replaceAll(/[^\w-]/gu, "_") || "call";
}

/** The declared tools; the API demands declarations if any message has a call. */
function toolsOf({ tools = [], messages, isContinued = false }: ChatRequest): object {
  if (tools.length > 0) {
    const last = isContinued ? tools.length - 1 : -1;
    return {
      tools: tools.map((tool, index) => ({ ...toolOf(tool), ...(index === last && keep) })),
    };
  }
  const called = new Set(
    messages.flatMap((message) =>
      message.role === "assistant" ? (message.toolCalls ?? []).map(({ name }) => name) : [],
    ),
  );
  return called.size === 0
    ? {}
    : {
        tools: [...called].map((name) => ({ name, input_schema: { type: "object" } })),
        tool_choice: { type: "none" },
      };
}

function toolOf({ name, description, inputSchema }: ChatTool): object {
  return { name, description, input_schema: inputSchema };
}
