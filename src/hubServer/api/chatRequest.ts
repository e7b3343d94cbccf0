import * as z from "zod/mini";

import { ApiError } from "../http/apiError.ts";
import { lenient } from "../lenient.ts";

/** Deeper than any client's, and shallow enough for everything that walks a request. */
const maxDepth = 100;

const functionToolSchema = z.object({
  function: z.object({
    name: z.string().check(z.minLength(1), z.maxLength(200)),
    description: lenient(z.string()),
    parameters: lenient(z.record(z.string(), z.unknown())),
  }),
});

export type FunctionTool = z.infer<typeof functionToolSchema>["function"];

/**
 * What the hub itself reads of a chat request. Clients send much more, and it is never refused: an upstream
 * gets the body as it came, and the built-in models leave alone what they do not know.
 */
const chatBodySchema = z.object({
  model: z.string().check(z.minLength(1), z.maxLength(500)),
  messages: z.array(
    z.object({
      role: z.string(),
      content: z.optional(z.unknown()),
    }),
  ),
  stream: lenient(z.boolean()),
  stream_options: lenient(z.object({ include_usage: z.optional(z.boolean()) })),
  max_tokens: lenient(z.number()),
  max_completion_tokens: lenient(z.number()),
  tools: lenient(z.array(z.unknown())),
  tool_choice: z.optional(z.unknown()),
});

export interface ChatMessage {
  readonly role: string;
  /** All text of the message, of a string or of parts. */
  readonly text: string;
}

/** What the client said of calling tools, beside offering them. */
export interface ToolChoice {
  readonly isRequired: boolean;
  /** The only one that may be called; absent if any may. */
  readonly name: string | undefined;
}

export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly isStreamed: boolean;
  readonly wantsUsage: boolean;
  /** Tokens; absent if the client set no limit. */
  readonly maxTokens: number | undefined;
  readonly tools: readonly FunctionTool[];
  readonly mayCallTools: boolean;
  readonly toolChoice: ToolChoice;
  /** The body as parsed, for who forwards it. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The body as it came. */
  readonly bytes: Uint8Array;
}

/** Reads the body of `POST /chat/completions`; throws an `ApiError` (400) that says what is wrong with it. */
export function readChatRequest(bytes: Uint8Array): ChatRequest {
  const fields = parseObject(bytes);
  const body = chatBodySchema.safeParse(fields);
  if (!body.success) {
    const issue = body.error.issues[0];
    const param = issue?.path.join(".") ?? "";
    throw new ApiError(400, `The field "${param}" is not valid: ${issue?.message ?? "unknown"}.`, {
      code: "invalid_value",
      param,
    });
  }
  const { data } = body;
  return {
    model: data.model,
    messages: data.messages.map(({ role, content }) => ({ role, text: textOf(content) })),
    isStreamed: data.stream === true,
    wantsUsage: data.stream_options?.include_usage === true,
    maxTokens: data.max_completion_tokens ?? data.max_tokens,
    tools: (data.tools ?? []).flatMap((tool) => {
      const parsed = functionToolSchema.safeParse(tool);
      return parsed.success ? parsed.data.function : [];
    }),
    mayCallTools: data.tool_choice !== "none",
    toolChoice: readToolChoice(data.tool_choice),
    fields,
    bytes,
  };
}

const namedToolSchema = z.object({ function: z.object({ name: z.string() }) });

function readToolChoice(choice: unknown): ToolChoice {
  const name = namedToolSchema.safeParse(choice).data?.function.name;
  return { isRequired: choice === "required" || name !== undefined, name };
}

function parseObject(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  const text = new TextDecoder().decode(bytes);
  if (isTooDeep(text)) {
    throw new ApiError(400, `The body is nested more than ${maxDepth} levels deep.`, {
      code: "invalid_json",
    });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message quotes the body, which belongs in no log.
    throw new ApiError(400, "The body is not valid JSON.", { code: "invalid_json" });
  }
  const object = z.record(z.string(), z.unknown()).safeParse(value);
  if (!object.success) {
    throw new ApiError(400, "The body must be a JSON object.", { code: "invalid_json" });
  }
  return object.data;
}

/** Counts brackets outside strings, without recursion and without a pattern that could run long. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      at = endOfString(text, at);
    } else if (character === "[" || character === "{") {
      depth += 1;
      if (depth > maxDepth) {
        return true;
      }
    } else if (character === "]" || character === "}") {
      depth -= 1;
    }
  }
  return false;
}

/** Index of the quote that closes the string opened at `start`, or the length of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at];
    if (character === "\\") {
      at += 1;
    } else if (character === '"') {
      return at;
    }
  }
  return text.length;
}

function textOf(content: unknown): string {
  if (typeof content === "string") {
    return content;
  }
  const parts = z.array(z.unknown()).safeParse(content);
  return parts.success ? parts.data.map(textOfPart).join("") : "";
}

const textPartSchema = z.object({ text: z.string() });

function textOfPart(part: unknown): string {
  if (typeof part === "string") {
    return part;
  }
  const parsed = textPartSchema.safeParse(part);
  return parsed.success ? parsed.data.text : "";
}
