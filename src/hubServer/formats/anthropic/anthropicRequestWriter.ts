import { type Fields, parseFields } from "../base/fields.ts";
import { requireMessages } from "../base/lostContent.ts";
import type { ModelRequest, RequestBlock, RequestMessage, ToolUse } from "../base/modelRequest.ts";
import { isOfResponses } from "../base/reasoningSeal.ts";
import { defined, type WrittenRequest } from "../base/writtenRequest.ts";

/** Anthropic requires `max_tokens`; every model supports this. */
const defaultMaxTokens = 4_096;

const budgets = new Map<string | undefined, number>([
  ["minimal", 1_024],
  ["low", 1_024],
  ["medium", 4_096],
  ["high", 16_384],
  ["xhigh", 32_768],
]);

export function writeAnthropicRequest(
  request: ModelRequest,
  model: string,
  allowedTokens: number,
): WrittenRequest {
  const dropped = new Set<string>();
  for (const name of Object.keys(request.openAi ?? {})) {
    // Anthropic routes by the prompt itself.
    if (name !== "prompt_cache_key") {
      dropped.add(name);
    }
  }
  const { limit, thinking } = limitsOf(request, allowedTokens, dropped);
  const { system, messages } = conversationOf(request, dropped);
  const hasTools = request.tools.length > 0;
  const fields = defined({
    model,
    max_tokens: limit,
    system,
    messages,
    tools: hasTools ? request.tools.map(toolJson) : undefined,
    tool_choice: hasTools ? toolChoiceOf(request) : undefined,
    stream: request.isStreamed ? true : undefined,
    ...(thinking ? thinkingSampling(request, dropped) : sampling(request)),
    stop_sequences: stopSequences(request, dropped),
    thinking,
    output_config: request.answerSchema && {
      format: { type: "json_schema", schema: request.answerSchema.schema },
    },
    metadata: request.user === undefined ? undefined : { user_id: request.user },
  });
  return { fields, dropped };
}

/** The messages; Anthropic refuses a conversation of instructions only. */
function conversationOf(
  { messages }: ModelRequest,
  dropped: Set<string>,
): { readonly system?: readonly Fields[] | undefined; readonly messages: readonly MessageJson[] } {
  const blocks = messages.filter(isSystem).flatMap((message) => message.blocks);
  const system = blocks.flatMap((block) => blockJson(block, dropped));
  const turns = merged(
    messages.filter((message) => !isSystem(message)),
    dropped,
  );
  requireMessages(messages, [...system, ...turns]);
  if (system.length === 0) {
    return { messages: turns };
  }
  return turns.length === 0
    ? { messages: [{ role: "user", content: system }] }
    : { system, messages: turns };
}

/** The stop sequences without those of white space, which Anthropic refuses. */
function stopSequences(
  { stop }: ModelRequest,
  dropped: Set<string>,
): readonly string[] | undefined {
  const visible = stop.filter((sequence) => sequence.trim() !== "");
  if (visible.length < stop.length) {
    dropped.add("stop");
  }
  return visible.length > 0 ? visible : undefined;
}

function isSystem({ role }: RequestMessage): boolean {
  return role === "system";
}

/** Sampling parameters: OpenAI's temperature goes up to 2, Anthropic's only to 1. */
function sampling({ temperature, topP, topK }: ModelRequest): Fields {
  return {
    temperature: temperature === undefined ? undefined : Math.min(temperature, 1),
    top_p: topP,
    top_k: topK,
  };
}

/** With thinking, Anthropic accepts `top_p` only between 0.95 and 1. */
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

/** The limits of an answer; thinking counts towards `max_tokens`. */
function limitsOf(
  request: ModelRequest,
  allowedTokens: number,
  dropped: Set<string>,
): { readonly limit: number; readonly thinking: object | undefined } {
  const { maxTokens, effort, thinking } = request;
  const budget = (thinking?.kind === "budget" ? thinking.tokens : budgets.get(effort)) ?? 0;
  const limit = maxTokens ?? Math.min(allowedTokens, defaultMaxTokens + budget);
  const answer = Math.min(defaultMaxTokens, Math.ceil(limit / 4));
  const tokens = Math.min(budget, limit - answer);
  // Anthropic refuses a smaller budget.
  if (tokens >= 1_024 && mayThink(request)) {
    return { limit, thinking: { type: "enabled", budget_tokens: tokens } };
  }
  if (budget > 0) {
    dropped.add("reasoning_effort");
  }
  return { limit, thinking: undefined };
}

/**
 * True if the model may think: Anthropic refuses that with a forced call, or after tool results whose call has no
 * thoughts.
 */
function mayThink({ toolUse, messages }: ModelRequest): boolean {
  const last = messages.findLast(({ role }) => role === "assistant")?.blocks ?? [];
  const isMidCall = messages.at(-1)?.blocks.some(({ kind }) => kind === "toolResult") === true;
  const hasThoughts = last.some(
    (block) =>
      block.kind === "thinking" && block.signature !== undefined && !isOfResponses(block.signature),
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

function toolJson(tool: ModelRequest["tools"][number]): Fields {
  const { name, description, schema, isStrict, cache } = tool;
  const typed = schema["type"] === undefined ? { type: "object", ...schema } : schema;
  return defined({
    name,
    description,
    input_schema: typed,
    strict: isStrict,
    cache_control: cache,
  });
}

interface MessageJson {
  readonly role: string;
  readonly content: Fields[];
}

/** Merges messages of one role, because results of parallel calls must be in one message. */
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
      // Anthropic refuses blank text, which models write before a call.
      return block.text.trim() === ""
        ? []
        : [defined({ type: "text", text: block.text, cache_control: block.cache })];
    case "image":
      return [
        defined({ type: "image", source: imageSource(block.source), cache_control: block.cache }),
      ];
    case "file": {
      const source = documentSource(block);
      return [defined({ type: "document", source, title: block.name, cache_control: block.cache })];
    }
    case "thinking":
      if (block.signature === undefined || isOfResponses(block.signature)) {
        dropped.add("messages.reasoning_content");
        return [];
      }
      return [{ type: "thinking", thinking: block.text, signature: block.signature }];
    case "redactedThinking":
      if (isOfResponses(block.data)) {
        dropped.add("messages.reasoning_details");
        return [];
      }
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

/** Anthropic accepts base64 only for PDF. */
function documentSource({ mediaType, data }: RequestBlock & { kind: "file" }): Fields {
  if (!/^text\/|[/+](?:json|xml|yaml)$/u.test(mediaType)) {
    return { type: "base64", media_type: mediaType, data };
  }
  const bytes = Buffer.from(data, "base64");
  const text = bytes.toString("utf8");
  const isUtf8 = !text.includes("\uFFFD");
  return { type: "text", media_type: "text/plain", data: isUtf8 ? text : bytes.toString("latin1") };
}

function imageSource(source: (RequestBlock & { kind: "image" })["source"]): Fields {
  return source.kind === "url"
    ? { type: "url", url: source.url }
    : { type: "base64", media_type: source.mediaType, data: source.data };
}

/** An id without the characters that Anthropic refuses. */
function safeId(id: string): string {
  return id.replaceAll(/[^\w-]/gu, "_");
}

function inputOf({ arguments: json }: RequestBlock & { kind: "toolCall" }): Fields {
  return json.trim() === "" ? {} : (parseFields(json) ?? { raw_arguments: json });
}
