import type * as z from "zod/mini";

import { type Fields, isFields } from "../formats/fields.ts";
import { ApiError } from "../http/apiError.ts";

/** Deeper than any client's, and shallow enough for everything that walks a request. */
const maxDepth = 100;

/** Reads a body that is a JSON object; throws an `ApiError` (400) that says what is wrong with it. */
export function parseObject(bytes: Uint8Array): Fields {
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
  if (!isFields(value)) {
    throw new ApiError(400, "The body must be a JSON object.", { code: "invalid_json" });
  }
  return value;
}

/** What a schema makes of the fields; throws an `ApiError` (400) that names the first wrong one. */
export function readFields<T extends z.ZodMiniType>(fields: Fields, schema: T): z.infer<T> {
  const read = schema.safeParse(fields);
  if (!read.success) {
    const issue = read.error.issues[0];
    const param = issue?.path.join(".") ?? "";
    throw new ApiError(400, `The field "${param}" is not valid: ${issue?.message ?? "unknown"}.`, {
      code: "invalid_value",
      param,
    });
  }
  return read.data;
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
