import { type Fields, parseFields } from "./fields.ts";
import type { ModelRequest, RequestBlock, RequestMessage, ToolUse } from "./modelRequest.ts";
import { defined, type WrittenRequest } from "./writtenRequest.ts";

/** The format needs a limit; every model can write this much. */
const defaultMaxTokens = 4_096;

/** Tokens to think with, by how hard the client asks to think. */
const budgets = new Map<string | undefined, number>([
  ["minimal", 1_024],
  ["low", 1_024],
  ["medium", 4_096],
  ["high", 16_384],
  ["xhigh", 32_768],
]);

/** Writes a request as messages have it. `allowedTokens` limits an answer that the client did not limit. */
export function writeAnthropicRequest(
  request: ModelRequest,
  model: string,
  allowedTokens: number,
): WrittenRequest {
  const dropped = new Set<string>();
  const { limit, thinking } = limitsOf(request, allowedTokens, dropped);
  const system = request.messages.filter(isSystem).flatMap(({ blocks }) => blocks);
  const hasTools = request.tools.length > 0;
  const fields = defined({
    model,
    max_tokens: limit,
    system: system.length > 0 ? system.flatMap((block) => blockJson(block, dropped)) : undefined,
    messages: merged(
      request.messages.filter((message) => !isSystem(message)),
      dropped,
    ),
    tools: hasTools ? request.tools.map(toolJson) : undefined,
    tool_choice: hasTools ? toolChoiceOf(request) : undefined,
    stream: request.isStreamed ? true : undefined,
    ...(thinking ? thinkingSampling(request, dropped) : sampling(request)),
    stop_sequences: request.stop.length > 0 ? request.stop : undefined,
    thinking,
    output_config: request.answerSchema && {
      format: { type: "json_schema", schema: request.answerSchema.schema },
    },
    metadata: request.user === undefined ? undefined : { user_id: request.user },
  });
  return { fields, dropped };
}

function isSystem({ role }: RequestMessage): boolean {
  return role === "system";
}

/** OpenAI's temperature goes to 2, where Anthropic's ends at 1. */
function sampling({ temperature, topP, topK }: ModelRequest): Fields {
  return {
    temperature: temperature === undefined ? undefined : Math.min(temperature, 1),
    top_p: topP,
    top_k: topK,
  };
}

/** Beside thinking only a `top_p` near 1 is accepted. */
function thinkingSampling({ temperature, topP, topK }: ModelRequest, dropped: Set<string>): Fields {
  const isWide = topP !== undefined && topP >= 0.95 && topP <= 1;
  const refused = {
    temperature: temperature !== undefined && temperature !== 1,
    top_p: topP !== undefined && !isWide,
    top_k: topK !== undefined,
  };
  for (const [name, isRefused] of Object.entries(refused)) {
    if (isRefused) {
      dropped.add(name);
    }
  }
  return { top_p: isWide ? topP : undefined };
}

/** What is thought counts into the limit, so there must be room for both. */
function limitsOf(
  request: ModelRequest,
  allowedTokens: number,
  dropped: Set<string>,
): { readonly limit: number; readonly thinking: object | undefined } {
  const { maxTokens, effort, thinking } = request;
  const budget = (thinking?.kind === "budget" ? thinking.tokens : budgets.get(effort)) ?? 0;
  const limit = maxTokens ?? Math.min(allowedTokens, defaultMaxTokens + budget);
  const tokens = Math.min(budget, limit - 1);
  // Less than this is refused; so little room is better used for the answer.
  if (tokens >= 1_024 && mayThink(request)) {
    return { limit, thinking: { type: "enabled", budget_tokens: tokens } };
  }
  if (budget > 0) {
    dropped.add("reasoning_effort");
  }
  return { limit, thinking: undefined };
}

/** Thinking is refused with a forced call, and in the middle of calls whose own thoughts are not there. */
function mayThink({ toolUse, messages }: ModelRequest): boolean {
  const last = messages.findLast(({ role }) => role === "assistant")?.blocks ?? [];
  const isMidCall = messages.at(-1)?.blocks.some(({ kind }) => kind === "toolResult") === true;
  const hasThoughts = last.some(
    (block) => block.kind === "thinking" && block.signature !== undefined,
  );
  return toolUse?.kind !== "required" && toolUse?.kind !== "tool" && (!isMidCall || hasThoughts);
}

function toolChoiceOf({ toolUse, allowsParallelCalls }: ModelRequest): object | undefined {
  const choice = choiceJson(toolUse);
  if (allowsParallelCalls !== false || toolUse?.kind === "none") {
    return choice;
  }
  return { ...(choice ?? { type: "auto" }), disable_parallel_tool_use: true };
}

function choiceJson(use: ToolUse | undefined): object | undefined {
  switch (use?.kind) {
    case "required":
      return { type: "any" };
    case "tool":
      return { type: "tool", name: use.name };
    default:
      return use && { type: use.kind };
  }
}

function toolJson({ name, description, schema, isStrict }: ModelRequest["tools"][number]): Fields {
  const typed = schema["type"] === undefined ? { type: "object", ...schema } : schema;
  return defined({ name, description, input_schema: typed, strict: isStrict });
}

interface MessageJson {
  readonly role: string;
  readonly content: Fields[];
}

/** Messages of one role after another are one: results of parallel calls must come together. */
function merged(messages: readonly RequestMessage[], dropped: Set<string>): readonly MessageJson[] {
  const written: MessageJson[] = [];
  for (const { role, blocks } of messages) {
    const content = blocks.flatMap((block) => blockJson(block, dropped));
    const last = written.at(-1);
    if (last?.role === role) {
      last.content.push(...content);
    } else if (content.length > 0) {
      written.push({ role, content });
    }
  }
  return written;
}

function blockJson(block: RequestBlock, dropped: Set<string>): readonly Fields[] {
  switch (block.kind) {
    case "text":
      return [{ type: "text", text: block.text }];
    case "image":
      return [{ type: "image", source: imageSource(block.source) }];
    case "file": {
      const { mediaType, data, name } = block;
      const source = { type: "base64", media_type: mediaType, data };
      return [defined({ type: "document", source, title: name })];
    }
    case "thinking":
      if (block.signature === undefined) {
        dropped.add("messages.reasoning_content");
        return [];
      }
      return [{ type: "thinking", thinking: block.text, signature: block.signature }];
    case "redactedThinking":
      return [{ type: "redacted_thinking", data: block.data }];
    case "toolCall":
      return [{ type: "tool_use", id: safeId(block.id), name: block.name, input: inputOf(block) }];
    default:
      return [
        {
          type: "tool_result",
          tool_use_id: safeId(block.id),
          content: block.parts.flatMap((part) => blockJson(part, dropped)),
          ...(block.isError && { is_error: true }),
        },
      ];
  }
}

function imageSource(source: (RequestBlock & { kind: "image" })["source"]): Fields {
  return source.kind === "url"
    ? { type: "url", url: source.url }
    : { type: "base64", media_type: source.mediaType, data: source.data };
}

/** Ids of other providers have signs that this format refuses. */
function safeId(id: string): string {
  return id.replaceAll(/[^\w-]/gu, "_");
}

/** Arguments that are no JSON object are kept as text. */
function inputOf({ arguments: json }: RequestBlock & { kind: "toolCall" }): Fields {
  return json.trim() === "" ? {} : (parseFields(json) ?? { raw_arguments: json });
}
