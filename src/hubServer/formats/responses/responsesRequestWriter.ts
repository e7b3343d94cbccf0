import type { Fields } from "../base/fields.ts";
import { requireMessages } from "../base/lostContent.ts";
import {
  isPart,
  type ModelRequest,
  type RequestBlock,
  type RequestMessage,
  type RequestPart,
} from "../base/modelRequest.ts";
import { encryptedContentOf, isOfResponses } from "../base/reasoningSeal.ts";
import { defined, type WrittenRequest } from "../base/writtenRequest.ts";
import { effortOf } from "../openAi/openAiRequestWriter.ts";

export function writeResponsesRequest(request: ModelRequest, model: string): WrittenRequest {
  const dropped = new Set<string>();
  const input = request.messages.flatMap((message) => itemsOf(message, dropped));
  requireMessages(request.messages, input);
  const unknown = { top_k: request.topK !== undefined, stop: request.stop.length > 0 };
  for (const [name, isGiven] of Object.entries(unknown)) {
    if (isGiven) {
      dropped.add(name);
    }
  }
  const { response_format: format, verbosity, ...shared } = request.openAi ?? {};
  const hasTools = request.tools.length > 0;
  const effort = effortOf(request, dropped);
  const fields = defined({
    model,
    input,
    store: false,
    tools: hasTools ? request.tools.map(toolJson) : undefined,
    tool_choice: hasTools ? toolChoiceOf(request) : undefined,
    parallel_tool_calls: hasTools ? request.allowsParallelCalls : undefined,
    stream: request.isStreamed ? true : undefined,
    max_output_tokens: request.maxTokens,
    temperature: request.temperature,
    top_p: request.topP,
    reasoning: effort === undefined ? undefined : { effort },
    // A model that does not reason refuses it.
    include: reasons(model, effort) ? ["reasoning.encrypted_content"] : undefined,
    text: textOf(request, format, verbosity),
    user: request.user,
    ...shared,
  });
  return { fields, dropped };
}

function reasons(model: string, effort: string | undefined): boolean {
  return (effort !== undefined && effort !== "none") || /(?:^|\/)(?:o\d|gpt-5)/u.test(model);
}

function textOf(
  { answerSchema }: ModelRequest,
  format: unknown,
  verbosity: unknown,
): Fields | undefined {
  const schema = answerSchema && {
    type: "json_schema",
    name: answerSchema.name ?? "answer",
    schema: answerSchema.schema,
    strict: answerSchema.isStrict ?? true,
  };
  const text = defined({ format: schema ?? format, verbosity });
  return Object.keys(text).length > 0 ? text : undefined;
}

function toolChoiceOf({ toolUse }: ModelRequest): unknown {
  return toolUse?.kind === "tool" ? { type: "function", name: toolUse.name } : toolUse?.kind;
}

/** Without `strict`, this format takes every function as strict. */
function toolJson({ name, description, schema, isStrict }: ModelRequest["tools"][number]): Fields {
  const strict = isStrict ?? false;
  return defined({ type: "function", name, description, parameters: schema, strict });
}

function itemsOf({ role, blocks }: RequestMessage, dropped: Set<string>): readonly Fields[] {
  if (role === "assistant") {
    return blocks.flatMap((block) => answeredItem(block, dropped));
  }
  const results = blocks.flatMap((block) =>
    block.kind === "toolResult" ? [resultItem(block)] : [],
  );
  const parts = blocks.filter(isPart);
  const [first] = parts;
  const content = parts.length === 1 && first?.kind === "text" ? first.text : parts.map(partJson);
  return parts.length > 0 ? [...results, { type: "message", role, content }] : results;
}

/** The item for a block. Reasoning belongs to the item after it, so the order matters. */
function answeredItem(block: RequestBlock, dropped: Set<string>): readonly Fields[] {
  switch (block.kind) {
    case "text":
      return [
        {
          type: "message",
          role: "assistant",
          content: [{ type: "output_text", text: block.text }],
        },
      ];
    case "thinking":
    case "redactedThinking": {
      const isText = block.kind === "thinking";
      const signature = isText ? (block.signature ?? "") : block.data;
      if (!isOfResponses(signature)) {
        dropped.add("messages.thinking");
        return [];
      }
      const summary =
        isText && block.text !== "" ? [{ type: "summary_text", text: block.text }] : [];
      return [{ type: "reasoning", summary, encrypted_content: encryptedContentOf(signature) }];
    }
    case "toolCall": {
      const { id, name, arguments: json } = block;
      const text = json.trim() === "" ? "{}" : json;
      return [{ type: "function_call", call_id: id, name, arguments: text }];
    }
    case "toolResult":
      return [resultItem(block)];
    default:
      dropped.add("messages.assistant.image");
      return [];
  }
}

function resultItem({ id, parts, isError }: RequestBlock & { kind: "toolResult" }): Fields {
  const isText = parts.every(({ kind }) => kind === "text");
  const text = parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("\n\n");
  const output = isText ? (isError ? `Error: ${text}` : text) : parts.map(partJson);
  return { type: "function_call_output", call_id: id, output };
}

function partJson(part: RequestPart): Fields {
  switch (part.kind) {
    case "text":
      return { type: "input_text", text: part.text };
    case "image": {
      const { source } = part;
      const url =
        source.kind === "url" ? source.url : `data:${source.mediaType};base64,${source.data}`;
      return { type: "input_image", image_url: url, detail: "auto" };
    }
    default: {
      const data = `data:${part.mediaType};base64,${part.data}`;
      return defined({ type: "input_file", filename: part.name, file_data: data });
    }
  }
}
