import { isRecord } from "../../../shared/base/json.ts";
import { unknownRole } from "../../http/invalidField.ts";
import { withCallIds } from "../base/callIds.ts";
import { type Fields, fieldsOf, listOf, numberOf, stringOf } from "../base/fields.ts";
import { type KnownFields, readAs, unreadFields } from "../base/knownFields.ts";
import { requireRead, unreadNames } from "../base/lostContent.ts";
import type {
  ReadRequest,
  RequestBlock,
  RequestMessage,
  RequestPart,
  ToolDefinition,
  ToolUse,
} from "../base/modelRequest.ts";
import { clientMark } from "../base/promptCache.ts";
import { allowedTools } from "./allowedTools.ts";
import { withTools } from "./olderFunctions.ts";
import { answerSchemaOf, contentOf, sharedFieldsOf, sharedForms } from "./openAiShared.ts";

const known: KnownFields = new Map([
  ["model", readAs.any],
  ["messages", readAs.any],
  ["tools", readAs.list],
  ["tool_choice", readAs.any],
  ["parallel_tool_calls", readAs.flag],
  ["stream", readAs.any],
  ["stream_options", readAs.any],
  ["max_tokens", readAs.any],
  ["max_completion_tokens", readAs.any],
  ["temperature", readAs.number],
  ["top_p", readAs.number],
  ["top_k", readAs.number],
  ["stop", (value) => readAs.text(value) || readAs.texts(value)],
  ["reasoning_effort", readAs.text],
  ["response_format", readAs.fields],
  ["user", readAs.text],
  ...sharedForms,
  ["verbosity", readAs.text],
  ["safety_identifier", readAs.text],
]);

/** Default values: omitting them changes no answer. */
const idle = new Map<string, unknown>([
  ["n", 1],
  ["store", false],
  ["logprobs", false],
  ["frequency_penalty", 0],
  ["presence_penalty", 0],
]);

const knownInMessage: ReadonlySet<string> = new Set([
  "role",
  "content",
  "refusal",
  "reasoning",
  "reasoning_content",
  "reasoning_details",
  "tool_calls",
  "tool_call_id",
]);

export function readOpenAiRequest(fields: Fields): ReadRequest {
  return new OpenAiRequestReader(withCallIds(withTools(fields))).read();
}

class OpenAiRequestReader {
  readonly #fields: Fields;
  readonly #dropped = new Set<string>();

  constructor(fields: Fields) {
    this.#fields = fields;
  }

  read(): ReadRequest {
    const fields = this.#fields;
    for (const name of unreadFields(fields, known, idle)) {
      this.#dropped.add(name);
    }
    const parallel = fields["parallel_tool_calls"];
    const format = fieldsOf(fields["response_format"]);
    const tools = listOf(fields["tools"]).flatMap((tool) => this.#readTool(fieldsOf(tool)));
    const request = {
      messages: this.#readMessages(),
      ...(allowedTools(fields["tool_choice"], tools) ?? {
        tools,
        toolUse: this.#readToolUse(fields["tool_choice"]),
      }),
      allowsParallelCalls: typeof parallel === "boolean" ? parallel : undefined,
      isStreamed: fields["stream"] === true,
      maxTokens: limitOf(fields["max_completion_tokens"]) ?? limitOf(fields["max_tokens"]),
      temperature: numberOf(fields["temperature"]),
      topP: numberOf(fields["top_p"]),
      topK: numberOf(fields["top_k"]),
      stop: [fields["stop"]].flat().filter((stop) => typeof stop === "string"),
      effort: stringOf(fields["reasoning_effort"]),
      thinking: fields["reasoning_effort"] === "none" ? ({ kind: "off" } as const) : undefined,
      answerSchema:
        format["type"] === "json_schema" ? answerSchemaOf(format["json_schema"]) : undefined,
      openAi: this.#readOpenAi(fields, format),
      user: stringOf(fields["safety_identifier"]) ?? stringOf(fields["user"]),
    };
    return { request, dropped: this.#dropped };
  }

  #readMessages(): readonly RequestMessage[] {
    const messages: RequestMessage[] = [];
    let results: RequestBlock[] | undefined;
    for (const [at, message] of listOf(this.#fields["messages"]).map(fieldsOf).entries()) {
      if (message["role"] === "tool" || message["role"] === "function") {
        if (!results) {
          results = [];
          messages.push({ role: "user", blocks: results });
        }
        results.push(this.#readResult(message));
      } else {
        results = undefined;
        messages.push(this.#readMessage(message, at));
      }
    }
    return messages;
  }

  #readResult(message: Fields): RequestBlock {
    return {
      kind: "toolResult",
      id: stringOf(message["tool_call_id"]) ?? "",
      parts: this.#readParts(message["content"]),
      isError: false,
    };
  }

  #readMessage(message: Fields, at: number): RequestMessage {
    const parts = this.#readParts(message["content"]);
    for (const name of unreadNames(message, knownInMessage)) {
      this.#dropped.add(`messages.${name}`);
    }
    if (message["role"] !== "assistant") {
      requireRead(message["content"], parts, `messages[${at}]`);
    }
    switch (message["role"]) {
      case "assistant":
        return {
          role: "assistant",
          blocks: [
            ...this.#readThoughts(message),
            ...parts,
            ...this.#readParts(message["refusal"]),
            ...listOf(message["tool_calls"]).flatMap((call) => this.#readCall(fieldsOf(call))),
          ],
        };
      case "system":
      case "developer":
        return { role: "system", blocks: parts };
      case "user":
        return { role: "user", blocks: parts };
      default:
        throw unknownRole(at, "system, developer, user, assistant, tool");
    }
  }

  /** Reads thoughts, without unsigned ones if the provider checks them. */
  #readThoughts(message: Fields): readonly RequestBlock[] {
    const details = listOf(message["reasoning_details"]).map(fieldsOf);
    const thoughts = details.flatMap((detail): RequestBlock[] => {
      const [data, signature] = [stringOf(detail["data"]), stringOf(detail["signature"])];
      if (detail["type"] === "reasoning.encrypted" && data !== undefined) {
        return [{ kind: "redactedThinking", data }];
      }
      const text = stringOf(detail["text"]) ?? stringOf(message["reasoning_content"]) ?? "";
      return signature === undefined ? [] : [{ kind: "thinking", text, signature }];
    });
    const plain = stringOf(message["reasoning_content"]) ?? stringOf(message["reasoning"]) ?? "";
    return thoughts.length === 0 && plain !== ""
      ? [{ kind: "thinking", text: plain, signature: undefined }]
      : thoughts;
  }

  #readCall(call: Fields): readonly RequestBlock[] {
    const { name, arguments: json } = fieldsOf(call["function"]);
    if (typeof name !== "string") {
      this.#dropped.add("messages.tool_calls");
      return [];
    }
    // Some clients send the arguments as an object.
    const text = stringOf(json) ?? (isRecord(json) ? JSON.stringify(json) : "");
    return [{ kind: "toolCall", id: stringOf(call["id"]) ?? "", name, arguments: text }];
  }

  #readParts(content: unknown): readonly RequestPart[] {
    if (typeof content === "string") {
      return content === "" ? [] : [{ kind: "text", text: content }];
    }
    return listOf(content).flatMap((part) =>
      typeof part === "string" ? [{ kind: "text", text: part }] : this.#readPart(fieldsOf(part)),
    );
  }

  #readPart(part: Fields): readonly RequestPart[] {
    const mark = clientMark(part);
    if (mark === undefined && (part["cache_control"] ?? null) !== null) {
      this.#dropped.add("cache_control");
    }
    const read = contentOf(part, fieldsOf(part["file"]));
    if (read === undefined) {
      this.#dropped.add(`messages.${stringOf(part["type"])?.slice(0, 50) ?? "content"}`);
    }
    return read === undefined || (read.kind === "text" && read.text === "")
      ? []
      : [{ ...read, ...mark }];
  }

  #readTool(tool: Fields): readonly ToolDefinition[] {
    const { name, description, parameters, strict } = fieldsOf(tool["function"]);
    if (typeof name !== "string") {
      this.#dropped.add(`tools.${stringOf(tool["type"])?.slice(0, 50) ?? "unknown"}`);
      return [];
    }
    return [
      {
        name,
        description: stringOf(description),
        schema: isRecord(parameters) ? parameters : { type: "object", properties: {} },
        isStrict: typeof strict === "boolean" ? strict : undefined,
        ...clientMark(tool),
      },
    ];
  }

  #readToolUse(choice: unknown): ToolUse | undefined {
    if (choice === "auto" || choice === "none" || choice === "required") {
      return { kind: choice };
    }
    // Mistral writes "any".
    if (choice === "any") {
      return { kind: "required" };
    }
    const name = stringOf(fieldsOf(fieldsOf(choice)["function"])["name"]);
    if (name !== undefined) {
      return { kind: "tool", name };
    }
    if (choice !== undefined && choice !== null) {
      this.#dropped.add("tool_choice");
    }
    return undefined;
  }

  #readOpenAi({ verbosity }: Fields, { type, json_schema: schema }: Fields): Fields {
    const isSchema = type === "json_schema" && answerSchemaOf(schema) !== undefined;
    if (type !== undefined && type !== "text" && type !== "json_object" && !isSchema) {
      this.#dropped.add("response_format");
    }
    return {
      ...sharedFieldsOf(this.#fields),
      ...(typeof verbosity === "string" && { verbosity }),
      ...(type === "json_object" && { response_format: { type } }),
    };
  }
}

/** The limit; clients of local servers write 0 or -1 for no limit. */
function limitOf(value: unknown): number | undefined {
  const limit = numberOf(value) ?? 0;
  return limit > 0 ? limit : undefined;
}
