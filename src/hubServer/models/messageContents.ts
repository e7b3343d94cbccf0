import { isRecord } from "../../shared/base/json.ts";
import { type Fields, fieldsOf, listOf } from "../formats/base/fields.ts";
import type { ChatFormat } from "../formats/chatFormat.ts";
import { invalidField } from "../http/invalidField.ts";
import { typeNames } from "./jsonBody.ts";

interface Wrong {
  readonly path: string;
  readonly value: unknown;
  readonly expected: string;
}

const contents = "a text or a list of parts";

const textFields = {
  openai: ["text", "refusal"],
  anthropic: ["text", "thinking"],
  responses: ["text", "refusal"],
} as const;

/** Refuses content that a translation would drop silently. The model's server judges unknown types. */
export function checkContents({ messages, system, input }: Fields, format: ChatFormat): void {
  const instructions = format === "anthropic" ? system : undefined;
  const wrong =
    below("system", wrongContent(instructions, format)) ??
    below(
      "messages",
      firstWrong(listOf(messages), (message) => wrongMessage(message, format)),
    ) ??
    (format === "responses" ? below("input", firstWrong(listOf(input), wrongItem)) : undefined);
  if (wrong) {
    throw invalidField(wrong.path, `it must be ${wrong.expected}, and is ${nameOf(wrong.value)}`);
  }
}

function wrongMessage(message: unknown, format: ChatFormat): Wrong | undefined {
  const { role, content, tool_calls: calls } = fieldsOf(message);
  if (role === "user" && content === undefined) {
    // Some clients use another name, such as `parts`.
    return { path: ".content", value: content, expected: contents };
  }
  return (
    below(".content", wrongContent(content, format)) ??
    (isNothing(calls) || Array.isArray(calls)
      ? undefined
      : { path: ".tool_calls", value: calls, expected: "a list" })
  );
}

function wrongItem(item: unknown): Wrong | undefined {
  const { type, content, output } = fieldsOf(item);
  const isMessage = isNothing(type) || type === "message";
  return isMessage && content === undefined
    ? { path: ".content", value: content, expected: contents }
    : (below(".content", wrongContent(content, "responses")) ??
        (typeof type === "string" && outputTypes.has(type)
          ? below(".output", wrongContent(output, "responses"))
          : undefined));
}

const outputTypes: ReadonlySet<string> = new Set([
  "function_call_output",
  "custom_tool_call_output",
]);

function wrongContent(content: unknown, format: ChatFormat): Wrong | undefined {
  if (typeof content === "string" || isNothing(content)) {
    return undefined;
  }
  return Array.isArray(content)
    ? firstWrong(content, (part) => wrongPart(part, format))
    : { path: "", value: content, expected: contents };
}

function wrongPart(part: unknown, format: ChatFormat): Wrong | undefined {
  if (!isRecord(part)) {
    // OpenAI's clients may write a text for a part.
    const isTaken = format === "openai" && typeof part === "string";
    return isTaken ? undefined : { path: "", value: part, expected: "an object" };
  }
  for (const name of textFields[format]) {
    if (!isText(part[name])) {
      return { path: `.${name}`, value: part[name], expected: "a text" };
    }
  }
  const { type, image_url: image, content } = part;
  if (isRecord(image) ? !isText(image["url"]) : !isText(image)) {
    return isRecord(image)
      ? { path: ".image_url.url", value: image["url"], expected: "a text" }
      : { path: ".image_url", value: image, expected: "an object or a text" };
  }
  return type === "tool_result" ? below(".content", wrongContent(content, format)) : undefined;
}

function firstWrong(
  items: readonly unknown[],
  check: (item: unknown) => Wrong | undefined,
): Wrong | undefined {
  for (const [at, item] of items.entries()) {
    const wrong = check(item);
    if (wrong) {
      return below(`[${at}]`, wrong);
    }
  }
  return undefined;
}

function below(path: string, wrong: Wrong | undefined): Wrong | undefined {
  return wrong && { ...wrong, path: path + wrong.path };
}

function isText(value: unknown): boolean {
  return typeof value === "string" || isNothing(value);
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}

function nameOf(value: unknown): string {
  if (value === undefined) {
    return "missing";
  }
  return value === null ? "null" : (typeNames[Array.isArray(value) ? "array" : typeof value] ?? "");
}
