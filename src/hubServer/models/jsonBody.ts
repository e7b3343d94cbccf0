import type * as z from "zod/mini";

import { type Fields, fieldsOf, isFields } from "../formats/fields.ts";
import { maxEscapedKeys, parseJson } from "../formats/jsonText.ts";
import { judgedName, nestedBodies, otherModelFields } from "../formats/parameterNames.ts";
import { ApiError } from "../http/apiError.ts";
import { maxInexactNumbers, scanJson } from "./jsonScan.ts";

/** Deeper than any client's, and shallow enough for everything that walks a request. */
const maxDepth = 100;

/** Far more than any request has. */
const maxFields = 500;

/** A body as every parser reads it, or none is read at all. */
export interface JsonBody {
  readonly fields: Fields;
  /** Numbers that `fields` has only nearly, as they are written. */
  readonly inexactNumbers: readonly string[];
}

/**
 * Reads a body that is a JSON object; throws an `ApiError` (400) that says what is wrong with it. What another
 * parser could read otherwise is refused: the bytes go on, and what was judged must be what is read there.
 */
export function parseObject(bytes: Uint8Array): JsonBody {
  const text = textOf(bytes);
  const facts = scanJson(text, maxDepth);
  if (facts.isTooDeep) {
    throw invalidJson(`The body is nested more than ${maxDepth} levels deep.`);
  }
  let fields: unknown;
  try {
    fields = parseJson(text);
  } catch (error) {
    // The parser's own message quotes the body, which belongs in no log.
    throw invalidJson(
      error instanceof RangeError
        ? `The body has more than ${maxEscapedKeys} keys with escapes. Write their characters as they are.`
        : "The body is not valid JSON.",
    );
  }
  if (!isFields(fields)) {
    throw invalidJson("The body must be a JSON object.");
  }
  if (facts.hasRepeatedKey) {
    throw invalidJson("The body has an object with the same key twice. Send each key once.");
  }
  if (facts.hasMoreInexactNumbers) {
    throw invalidJson(
      `The body has more than ${maxInexactNumbers} numbers of over 15 digits. Send them as strings.`,
    );
  }
  checkNames(fields);
  return { fields, inexactNumbers: facts.inexactNumbers };
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Each decoder makes something else of such bytes.
    throw invalidJson("The body is not valid UTF-8.");
  }
}

/** Refuses what a more lenient server takes for another field than the one that is judged here. */
function checkNames(fields: Fields): void {
  const names = Object.keys(fields);
  if (names.length > maxFields) {
    throw invalidJson(`The body has more than ${maxFields} fields.`);
  }
  for (const name of names) {
    const judged = judgedName(name);
    if (judged !== undefined && judged !== name) {
      throw invalidName(
        `A field of the body is spelled almost like "${judged}". Write "${judged}".`,
        judged,
      );
    }
    if (otherModelFields.has(name)) {
      throw invalidName(`This hub sends a request to one model only. Leave out "${name}".`, name);
    }
    const nested = nestedBodies.has(name) ? fieldsOf(fields[name]) : {};
    if (Object.keys(nested).some((inner) => judgedName(inner) !== undefined)) {
      throw invalidName(
        `Put what is in "${name}" beside it: some servers do not look inside.`,
        name,
      );
    }
  }
}

function invalidJson(message: string): ApiError {
  return new ApiError(400, message, { code: "invalid_json" });
}

function invalidName(message: string, param: string): ApiError {
  return new ApiError(400, message, { code: "invalid_name", param });
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
