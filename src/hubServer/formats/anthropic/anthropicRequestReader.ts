import { isRecord } from "../../../shared/base/json.ts";
import { unknownRole } from "../../http/invalidField.ts";
import { type Fields, fieldsOf, listOf, numberOf, stringOf } from "../base/fields.ts";
import { type KnownFields, readAs, unreadFields } from "../base/knownFields.ts";
import { requireRead, unreadNames } from "../base/lostContent.ts";
import type {
  ReadRequest,
  RequestBlock,
  RequestMessage,
  RequestPart,
  Thinking,
  ToolDefinition,
  ToolUse,
} from "../base/modelRequest.ts";

const known: KnownFields = new Map([
  ["model", readAs.any],
  ["messages", readAs.any],
  ["system", readAs.any],
  ["tools", readAs.list],
  ["tool_choice", readAs.fields],
  ["stream", readAs.any],
  ["max_tokens", readAs.any],
  ["temperature", readAs.number],
  ["top_p", readAs.number],
  ["top_k", readAs.number],
  ["stop_sequences", readAs.texts],
  ["thinking", readAs.fields],
  ["output_config", readAs.fields],
  ["output_format", readAs.any],
  ["metadata", readAs.fields],
]);

const knownInText: ReadonlySet<string> = new Set(["type", "text", "cache_control"]);
const knownInDocument: ReadonlySet<string> = new Set(["type", "source", "cache_control"]);
const knownInFile: ReadonlySet<string> = new Set([...knownInDocument, "title"]);

export function readAnthropicRequest(fields: Fields): ReadRequest {
  return new AnthropicRequestReader(fields).read();
}

class AnthropicRequestReader {
  readonly #fields: Fields;
  readonly #dropped = new Set<string>();

  constructor(fields: Fields) {
    this.#fields = fields;
  }

  read(): ReadRequest {
    const fields = this.#fields;
    for (const name of unreadFields(fields, known)) {
      this.#dropped.add(name);
    }
    const toolUse = toolUseOf(fieldsOf(fields["tool_choice"]));
    const thinking = thinkingOf(fieldsOf(fields["thinking"]));
    for (const [name, isRead] of Object.entries({ tool_choice: toolUse, thinking })) {
      if (isRecord(fields[name]) && isRead === undefined) {
        this.#dropped.add(name);
      }
    }
    const config = fieldsOf(fields["output_config"]);
    const choice = fieldsOf(fields["tool_choice"]);
    for (const name of unreadNames(config, new Set(["effort", "format"]))) {
      this.#dropped.add(`output_config.${name}`);
    }
    const disabled = choice["disable_parallel_tool_use"];
    const request = {
      messages: this.#readMessages(),
      tools: listOf(fields["tools"]).flatMap((tool) => this.#readTool(fieldsOf(tool))),
      toolUse,
      allowsParallelCalls: typeof disabled === "boolean" ? !disabled : undefined,
      isStreamed: fields["stream"] === true,
      maxTokens: numberOf(fields["max_tokens"]),
      temperature: numberOf(fields["temperature"]),
      topP: numberOf(fields["top_p"]),
      topK: numberOf(fields["top_k"]),
      stop: listOf(fields["stop_sequences"]).filter((stop) => typeof stop === "string"),
      effort: stringOf(config["effort"]),
      thinking,
      answerSchema: this.#readAnswerSchema(config["format"] ?? fields["output_format"]),
      user: this.#readUser(fieldsOf(fields["metadata"])),
    };
    return { request, dropped: this.#dropped };
  }

  #readMessages(): readonly RequestMessage[] {
    const system = this.#readParts(this.#fields["system"]);
    const messages = listOf(this.#fields["messages"]).map(fieldsOf);
    return [
      ...(system.length > 0 ? [{ role: "system", blocks: system } as const] : []),
      ...messages.map((message, at) => this.#readMessage(message, at)),
    ];
  }

  #readMessage({ role, content }: Fields, at: number): RequestMessage {
    if (role !== "assistant" && role !== "system" && role !== "user") {
      throw unknownRole(at, "user, assistant, system");
    }
    const blocks =
      typeof content === "string"
        ? this.#readParts(content)
        : listOf(content).flatMap((block) => this.#readBlock(fieldsOf(block)));
    if (role !== "assistant") {
      requireRead(content, blocks, `messages[${at}]`);
    }
    return { role, blocks };
  }

  #readBlock(block: Fields): readonly RequestBlock[] {
    switch (block["type"]) {
      case "thinking":
        return [
          {
            kind: "thinking",
            text: stringOf(block["thinking"]) ?? "",
            signature: stringOf(block["signature"]),
          },
        ];
      case "redacted_thinking":
        return [{ kind: "redactedThinking", data: stringOf(block["data"]) ?? "" }];
      case "tool_use":
        this.#noteCache(block);
        return [
          {
            kind: "toolCall",
            id: stringOf(block["id"]) ?? "",
            name: stringOf(block["name"]) ?? "",
            // Some clients send the input as JSON text.
            arguments: stringOf(block["input"]) ?? JSON.stringify(block["input"] ?? {}),
          },
        ];
      case "tool_result":
        this.#noteCache(block);
        return [
          {
            kind: "toolResult",
            id: stringOf(block["tool_use_id"]) ?? "",
            parts: this.#readParts(block["content"]),
            isError: block["is_error"] === true,
          },
        ];
      default:
        return this.#readPart(block);
    }
  }

  #readParts(content: unknown): readonly RequestPart[] {
    if (typeof content === "string") {
      return content === "" ? [] : [{ kind: "text", text: content }];
    }
    return listOf(content).flatMap((part) => this.#readPart(fieldsOf(part)));
  }

  #readPart(part: Fields): readonly RequestPart[] {
    this.#noteCache(part);
    const source = fieldsOf(part["source"]);
    switch (part["type"]) {
      case "text": {
        this.#noteUnread(part, knownInText);
        const text = stringOf(part["text"]) ?? "";
        return text === "" ? [] : [{ kind: "text", text }];
      }
      case "image":
        return this.#readImage(source);
      case "document":
        this.#noteUnread(part, source["type"] === "base64" ? knownInFile : knownInDocument);
        return this.#readDocument(source, stringOf(part["title"]));
      default:
        this.#drop(part);
        return [];
    }
  }

  #readImage({ type, url, data, media_type: mediaType }: Fields): readonly RequestPart[] {
    if (type === "url" && typeof url === "string") {
      return [{ kind: "image", source: { kind: "url", url } }];
    }
    if (type === "base64" && typeof data === "string" && typeof mediaType === "string") {
      return [{ kind: "image", source: { kind: "base64", mediaType, data } }];
    }
    this.#dropped.add("messages.image");
    return [];
  }

  #readDocument(source: Fields, name: string | undefined): readonly RequestPart[] {
    const { type, data, media_type: mediaType } = source;
    if (type === "text" && typeof data === "string") {
      return [{ kind: "text", text: data }];
    }
    if (type === "content") {
      return this.#readParts(source["content"]);
    }
    if (type === "base64" && typeof data === "string" && typeof mediaType === "string") {
      return [{ kind: "file", name, mediaType, data }];
    }
    this.#dropped.add("messages.document");
    return [];
  }

  #readTool(tool: Fields): readonly ToolDefinition[] {
    const { type, name, description, input_schema: schema, strict } = tool;
    this.#noteCache(tool);
    if (typeof name !== "string" || (type !== undefined && type !== null && type !== "custom")) {
      const kind = stringOf(name) ?? stringOf(type) ?? "unknown";
      this.#dropped.add(`tools.${kind.slice(0, 50)}`);
      return [];
    }
    return [
      {
        name,
        description: stringOf(description),
        schema: isRecord(schema) ? schema : { type: "object", properties: {} },
        isStrict: typeof strict === "boolean" ? strict : undefined,
      },
    ];
  }

  #readAnswerSchema(format: unknown): { name: undefined; schema: Fields } | undefined {
    const { schema } = fieldsOf(format);
    if (isRecord(schema)) {
      return { name: undefined, schema };
    }
    if (format !== undefined && format !== null) {
      this.#dropped.add("output_config.format");
    }
    return undefined;
  }

  #readUser(metadata: Fields): string | undefined {
    for (const name of Object.keys(metadata)) {
      if (name !== "user_id") {
        this.#dropped.add(`metadata.${name.slice(0, 50)}`);
      }
    }
    return stringOf(metadata["user_id"]);
  }

  #noteCache(fields: Fields): void {
    if (fields["cache_control"] !== undefined && fields["cache_control"] !== null) {
      this.#dropped.add("cache_control");
    }
  }

  #noteUnread(part: Fields, names: ReadonlySet<string>): void {
    for (const name of unreadNames(part, names)) {
      this.#dropped.add(`messages.${stringOf(part["type"])}.${name}`);
    }
  }

  #drop(part: Fields): void {
    this.#dropped.add(`messages.${stringOf(part["type"])?.slice(0, 50) ?? "content"}`);
  }
}

function toolUseOf({ type, name }: Fields): ToolUse | undefined {
  switch (type) {
    case "auto":
    case "none":
      return { kind: type };
    case "any":
      return { kind: "required" };
    case "tool":
      return { kind: "tool", name: stringOf(name) ?? "" };
    default:
      return undefined;
  }
}

function thinkingOf({ type, budget_tokens: tokens }: Fields): Thinking | undefined {
  switch (type) {
    case "enabled":
      return { kind: "budget", tokens: numberOf(tokens) ?? 1_024 };
    case "adaptive":
      return { kind: "adaptive" };
    case "disabled":
      return { kind: "off" };
    default:
      return undefined;
  }
}
