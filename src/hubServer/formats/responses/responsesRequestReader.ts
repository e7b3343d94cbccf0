import { invalidField, unknownRole } from "../../http/invalidField.ts";
import { type Fields, fieldsOf, listOf, numberOf, stringOf } from "../base/fields.ts";
import { type KnownFields, readAs, unreadFields } from "../base/knownFields.ts";
import { requireMessages, requireRead } from "../base/lostContent.ts";
import type {
  AnswerSchema,
  ReadRequest,
  RequestBlock,
  RequestMessage,
  RequestPart,
  ToolUse,
} from "../base/modelRequest.ts";
import { clientMark } from "../base/promptCache.ts";
import { isOfResponses, signatureOf } from "../base/reasoningSeal.ts";
import { allowedTools } from "../openAi/allowedTools.ts";
import { answerSchemaOf, contentOf, sharedFieldsOf, sharedForms } from "../openAi/openAiShared.ts";
import { readTools, sentName } from "./responsesTools.ts";

const known: KnownFields = new Map([
  ["model", readAs.any],
  ["input", readAs.any],
  ["instructions", readAs.text],
  ["tools", readAs.list],
  ["tool_choice", readAs.any],
  ["parallel_tool_calls", readAs.flag],
  ["stream", readAs.any],
  ["stream_options", readAs.any],
  ["store", readAs.any],
  ["max_output_tokens", readAs.any],
  ["temperature", readAs.number],
  ["top_p", readAs.number],
  ["reasoning", readAs.fields],
  ["text", readAs.fields],
  ["user", readAs.text],
  ["safety_identifier", readAs.text],
  ...sharedForms,
  ["include", readAs.list],
  ["client_metadata", readAs.any],
]);

const idle = new Map<string, unknown>([
  ["background", false],
  ["truncation", "disabled"],
  ["top_logprobs", 0],
]);

export function readResponsesRequest(fields: Fields): ReadRequest {
  return new ResponsesRequestReader(fields).read();
}

class ResponsesRequestReader {
  readonly #fields: Fields;
  readonly #dropped = new Set<string>();

  constructor(fields: Fields) {
    this.#fields = fields;
  }

  read(): ReadRequest {
    const fields = this.#fields;
    if ((fields["prompt"] ?? null) !== null) {
      throw invalidField("prompt", "the server of this model has no stored prompts");
    }
    for (const name of unreadFields(fields, known, idle)) {
      this.#dropped.add(name);
    }
    const parallel = fields["parallel_tool_calls"];
    const { tools, names } = readTools(fields["tools"]);
    const { effort } = fieldsOf(fields["reasoning"]);
    const request = {
      messages: this.#readMessages(),
      ...(allowedTools(fields["tool_choice"], tools) ?? {
        tools,
        toolUse: this.#readToolUse(fields["tool_choice"]),
      }),
      allowsParallelCalls: typeof parallel === "boolean" ? parallel : undefined,
      isStreamed: fields["stream"] === true,
      maxTokens: numberOf(fields["max_output_tokens"]),
      temperature: numberOf(fields["temperature"]),
      topP: numberOf(fields["top_p"]),
      topK: undefined,
      stop: [],
      effort: stringOf(effort),
      thinking: effort === "none" ? ({ kind: "off" } as const) : undefined,
      ...this.#readText(fieldsOf(fields["text"])),
      user: stringOf(fields["safety_identifier"]) ?? stringOf(fields["user"]),
    };
    this.#noteInclude();
    return { request, dropped: this.#dropped, names };
  }

  #readMessages(): readonly RequestMessage[] {
    const { instructions, input } = this.#fields;
    const messages: { role: RequestMessage["role"]; blocks: RequestBlock[]; kind: string }[] = [];
    const add = (kind: string, role: RequestMessage["role"], blocks: readonly RequestBlock[]) => {
      const last = messages.at(-1);
      if (last?.kind === kind && kind !== "message") {
        last.blocks.push(...blocks);
      } else if (blocks.length > 0) {
        messages.push({ kind, role, blocks: [...blocks] });
      }
    };
    add("message", "system", this.#readParts(instructions));
    if (typeof input === "string") {
      add("message", "user", this.#readParts(input));
    }
    for (const [at, item] of listOf(input).map(fieldsOf).entries()) {
      if (isMessage(item) && item["role"] !== "assistant") {
        const parts = this.#readParts(item["content"]);
        requireRead(item["content"], parts, `input[${at}]`);
        add("message", roleOf(item, at), parts);
      } else if (stringOf(item["type"])?.endsWith("_output") === true) {
        add("results", "user", this.#readResult(item));
      } else {
        add("answer", "assistant", this.#readAnswered(item));
      }
    }
    requireMessages(listOf(input), messages, "input");
    return messages.map(({ role, blocks }) => ({ role, blocks }));
  }

  #readAnswered(item: Fields): readonly RequestBlock[] {
    const { type, call_id: callId, name, namespace } = item;
    const call = (given: string, json: string): readonly RequestBlock[] => [
      { kind: "toolCall", id: stringOf(callId) ?? "", name: given, arguments: json },
    ];
    const named = sentName(stringOf(name) ?? "", stringOf(namespace));
    switch (type) {
      case "function_call":
        return call(named, stringOf(item["arguments"]) ?? "");
      case "custom_tool_call":
        return call(named, JSON.stringify({ input: stringOf(item["input"]) ?? "" }));
      case "local_shell_call": {
        const { type: _, ...action } = fieldsOf(item["action"]);
        return call("local_shell", JSON.stringify(action));
      }
      case "reasoning":
        return this.#readReasoning(item);
      default:
        return isMessage(item) ? this.#readParts(item["content"]) : this.#drop(item);
    }
  }

  /** Reads reasoning, which only its maker can read. */
  #readReasoning(item: Fields): readonly RequestBlock[] {
    const signature = signatureOf(stringOf(item["encrypted_content"]) ?? "");
    if (isOfResponses(signature)) {
      return this.#drop(item);
    }
    const text = listOf(item["summary"])
      .flatMap((part) => stringOf(fieldsOf(part)["text"]) ?? [])
      .join("\n\n");
    return text === ""
      ? [{ kind: "redactedThinking", data: signature }]
      : [{ kind: "thinking", text, signature }];
  }

  #readResult(item: Fields): readonly RequestBlock[] {
    const id = stringOf(item["call_id"]) ?? stringOf(item["id"]);
    const isOurs = resultTypes.has(item["type"]) && id !== undefined;
    return isOurs
      ? [{ kind: "toolResult", id, parts: this.#readParts(item["output"]), isError: false }]
      : this.#drop(item);
  }

  #readParts(content: unknown): readonly RequestPart[] {
    if (typeof content === "string") {
      return content === "" ? [] : [{ kind: "text", text: content }];
    }
    return listOf(content).flatMap((part) => {
      const fields = fieldsOf(part);
      const read = contentOf(fields, fields);
      if (read === undefined) {
        this.#drop(fields);
      }
      return read === undefined || (read.kind === "text" && read.text === "")
        ? []
        : [{ ...read, ...clientMark(fields) }];
    });
  }

  #readToolUse(choice: unknown): ToolUse | undefined {
    if (choice === "auto" || choice === "none" || choice === "required") {
      return { kind: choice };
    }
    const { type, name } = fieldsOf(choice);
    if (typeof name === "string") {
      return { kind: "tool", name };
    }
    if (type === "local_shell") {
      return { kind: "tool", name: type };
    }
    if ((choice ?? null) !== null) {
      this.#dropped.add("tool_choice");
    }
    return undefined;
  }

  #readText({ format, verbosity }: Fields): {
    readonly answerSchema: AnswerSchema | undefined;
    readonly openAi: Fields;
  } {
    const { type } = fieldsOf(format);
    return {
      answerSchema: type === "json_schema" ? answerSchemaOf(format) : undefined,
      openAi: {
        ...sharedFieldsOf(this.#fields),
        ...(typeof verbosity === "string" && { verbosity }),
        ...(type === "json_object" && { response_format: { type } }),
      },
    };
  }

  #noteInclude(): void {
    for (const name of listOf(this.#fields["include"])) {
      if (name !== "reasoning.encrypted_content") {
        this.#dropped.add(`include.${String(name).slice(0, 50)}`);
      }
    }
  }

  #drop(item: Fields): readonly never[] {
    this.#dropped.add(`input.${stringOf(item["type"])?.slice(0, 50) ?? "item"}`);
    return [];
  }
}

const resultTypes: ReadonlySet<unknown> = new Set([
  "function_call_output",
  "custom_tool_call_output",
  "local_shell_call_output",
]);

function isMessage({ type, role }: Fields): boolean {
  return type === "message" || ((type ?? null) === null && role !== undefined);
}

function roleOf({ role }: Fields, at: number): "user" | "system" {
  if (role !== "user" && role !== "system" && role !== "developer") {
    throw unknownRole(at, "user, system, developer, assistant", "input");
  }
  return role === "user" ? "user" : "system";
}
