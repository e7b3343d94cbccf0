import { isRecord } from "../../../shared/base/json.ts";
import { type Fields, fieldsOf, listOf, stringOf } from "./fields.ts";

/** The shortest prompt that is marked: models cache no prompt under 1,024 tokens of about four characters. */
const leastCharacters = 4 * 1_024;

const markable: ReadonlySet<unknown> = new Set([
  "text",
  "image",
  "document",
  "tool_use",
  "tool_result",
]);

export function mayNeedMarks(bytes: Uint8Array): boolean {
  return (
    bytes.length >= leastCharacters &&
    !Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('"cache_control"')
  );
}

export function markedBody(fields: Fields): string {
  const text = JSON.stringify(fields);
  return text.length < leastCharacters || text.includes('"cache_control":')
    ? text
    : JSON.stringify(withMarks(fields));
}

/**
 * Sets the four marks that Anthropic allows: tools, system prompt, last turn, and the last mark of the previous
 * request.
 */
function withMarks(fields: Fields): Fields {
  const messages = listOf(fields["messages"]);
  const marked = new Set([messages.length - 1, messages.length - 3]);
  return {
    ...fields,
    ...(Array.isArray(fields["tools"]) && { tools: withMarkedTool(fields["tools"]) }),
    ...((fields["system"] ?? undefined) !== undefined && {
      system: withMarkedBlock(fields["system"]),
    }),
    messages: messages.map((message, at) =>
      marked.has(at) && isRecord(message)
        ? { ...message, content: withMarkedBlock(message["content"]) }
        : message,
    ),
  };
}

/** A cache mark as LiteLLM and OpenRouter define it. */
export function clientMark(part: Fields): { readonly cache: Fields } | undefined {
  const { type, ttl } = fieldsOf(part["cache_control"]);
  const given = stringOf(ttl);
  return type === "ephemeral"
    ? { cache: { type, ...(given !== undefined && { ttl: given }) } }
    : undefined;
}

function withMarkedTool(tools: readonly unknown[]): readonly unknown[] {
  return tools.map((tool, at) =>
    at === tools.length - 1 && isRecord(tool) ? { ...tool, ...mark } : tool,
  );
}

function withMarkedBlock(content: unknown): unknown {
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : listOf(content);
  const last = blocks.findLastIndex((block) => isMarkable(fieldsOf(block)));
  return last === -1
    ? content
    : blocks.map((block, at) => (at === last ? { ...fieldsOf(block), ...mark } : block));
}

const mark = { cache_control: { type: "ephemeral" } };

function isMarkable({ type, text }: Fields): boolean {
  return markable.has(type) && (type !== "text" || stringOf(text)?.trim() !== "");
}
