import { outputLimitField } from "../../../shared/hubApi/modelFields.ts";
import type { Fields } from "../base/fields.ts";
import { requireMessages } from "../base/lostContent.ts";
import {
  isPart,
  type ModelRequest,
  type RequestBlock,
  type RequestMessage,
  type RequestPart,
  type ToolUse,
} from "../base/modelRequest.ts";
import { defined, type WrittenRequest } from "../base/writtenRequest.ts";

export function writeOpenAiRequest(request: ModelRequest, model: string): WrittenRequest {
  const dropped = new Set<string>();
  if (request.topK !== undefined) {
    dropped.add("top_k");
  }
  const hasTools = request.tools.length > 0;
  const messages = request.messages.flatMap((message) => messagesOf(message, dropped));
  requireMessages(request.messages, messages);
  const fields = defined({
    model,
    messages,
    tools: hasTools ? request.tools.map(toolJson) : undefined,
    tool_choice: hasTools ? toolChoiceOf(request.toolUse) : undefined,
    parallel_tool_calls: hasTools ? request.allowsParallelCalls : undefined,
    stream: request.isStreamed ? true : undefined,
    stream_options: request.isStreamed ? { include_usage: true } : undefined,
    [outputLimitField(model)]: request.maxTokens,
    temperature: request.temperature,
    top_p: request.topP,
    stop: request.stop.length > 0 ? request.stop : undefined,
    reasoning_effort: effortOf(request, dropped),
    response_format: request.answerSchema && {
      type: "json_schema",
      json_schema: {
        name: request.answerSchema.name ?? "answer",
        schema: request.answerSchema.schema,
        strict: request.answerSchema.isStrict ?? true,
      },
    },
    user: request.user,
    ...request.openAi,
  });
  return { fields, dropped };
}

/** The effort, only for models with reasoning: clients with adaptive thinking send it to every model. */
export function effortOf(
  { effort, thinking }: ModelRequest,
  dropped: Set<string>,
): string | undefined {
  if (thinking?.kind === "adaptive") {
    dropped.add("thinking");
    if (effort !== undefined) {
      dropped.add("output_config.effort");
    }
    return undefined;
  }
  if (effort !== undefined) {
    return effort === "max" ? "xhigh" : effort;
  }
  return thinking?.kind === "budget" ? effortOfBudget(thinking.tokens) : undefined;
}

function effortOfBudget(tokens: number): string {
  if (tokens <= 2_048) {
    return "low";
  }
  return tokens <= 12_288 ? "medium" : "high";
}

function toolChoiceOf(use: ToolUse | undefined): unknown {
  return use?.kind === "tool" ? { type: "function", function: { name: use.name } } : use?.kind;
}

function toolJson({ name, description, schema, isStrict }: ModelRequest["tools"][number]): object {
  return {
    type: "function",
    function: defined({ name, description, parameters: schema, strict: isStrict }),
  };
}

/** The messages of one turn: tool results must directly follow their calls. */
function messagesOf({ role, blocks }: RequestMessage, dropped: Set<string>): readonly Fields[] {
  if (role === "assistant") {
    return assistantMessage(blocks, dropped);
  }
  const parts = blocks.filter(isPart);
  const results = blocks.filter((block) => block.kind === "toolResult");
  // Images of a tool result follow in a user message.
  const seen = results.flatMap((result) => result.parts.filter(({ kind }) => kind !== "text"));
  const own = [...seen, ...parts];
  return [
    ...results.map(resultMessage),
    ...(own.length > 0 ? [{ role, content: contentOf(own) }] : []),
  ];
}

function resultMessage(result: RequestBlock & { kind: "toolResult" }): Fields {
  const text = textOf(result.parts);
  return {
    role: "tool",
    tool_call_id: result.id,
    content: result.isError ? `Error: ${text}` : text,
  };
}

function assistantMessage(
  blocks: readonly RequestBlock[],
  dropped: Set<string>,
): readonly Fields[] {
  if (blocks.some(({ kind }) => kind === "thinking" || kind === "redactedThinking")) {
    // Most servers refuse thoughts in requests.
    dropped.add("messages.thinking");
  }
  const parts = blocks.filter(isPart);
  if (parts.some(({ kind }) => kind !== "text")) {
    dropped.add("messages.assistant.image");
  }
  const calls = blocks.flatMap((block) =>
    block.kind === "toolCall"
      ? [
          {
            id: block.id,
            type: "function",
            function: { name: block.name, arguments: block.arguments },
          },
        ]
      : [],
  );
  const text = textOf(parts);
  if (text === "" && calls.length === 0) {
    return [];
  }
  return [
    {
      role: "assistant",
      content: text === "" ? null : text,
      ...(calls.length > 0 && { tool_calls: calls }),
    },
  ];
}

/** The content. A single text becomes a string, because not every server accepts parts. */
function contentOf(parts: readonly RequestPart[]): unknown {
  const [first] = parts;
  return parts.length === 1 && first?.kind === "text" ? first.text : parts.map(partJson);
}

function partJson(part: RequestPart): Fields {
  switch (part.kind) {
    case "text":
      return { type: "text", text: part.text };
    case "image": {
      const { source } = part;
      const url =
        source.kind === "url" ? source.url : `data:${source.mediaType};base64,${source.data}`;
      return { type: "image_url", image_url: { url } };
    }
    default: {
      const data = `data:${part.mediaType};base64,${part.data}`;
      return { type: "file", file: defined({ filename: part.name, file_data: data }) };
    }
  }
}

function textOf(parts: readonly RequestPart[]): string {
  return parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("\n\n");
}
