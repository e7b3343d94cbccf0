import type * as z from "zod/mini";

import { isRecord } from "../../shared/base/json.ts";
import { type Fields, fieldsOf } from "../formats/base/fields.ts";
import { maxEscapedKeys, parseJson } from "../formats/base/jsonText.ts";
import { judgedName, nestedBodies, otherModelFields } from "../formats/base/parameterNames.ts";
import { ApiError } from "../http/apiError.ts";
import { invalidField } from "../http/invalidField.ts";
import { maxInexactNumbers, scanJson } from "./jsonScan.ts";

/** The deepest nesting, safe for recursive code. */
const maxDepth = 100;

const maxFields = 500;

export interface JsonBody {
  readonly fields: Fields;
  /** Source texts of numbers that `fields` has only approximately. */
  readonly inexactNumbers: readonly string[];
}

/**
 * Throws an `ApiError` (400), also if parsers could read the body differently: the upstream must read the inspected
 * content.
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
    // The parser's message quotes the body, which must not be logged.
    throw invalidJson(
      error instanceof RangeError
        ? `The body has more than ${maxEscapedKeys} keys with escapes. Write their characters as they are.`
        : "The body is not valid JSON.",
    );
  }
  if (!isRecord(fields)) {
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

const decoder = new TextDecoder("utf-8", { fatal: true });

function textOf(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw invalidJson("The body is not valid UTF-8.");
  }
}

/** Refuses names that a lenient server would read as other fields. */
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

export function readFields<T extends z.ZodMiniType>(fields: Fields, schema: T): z.infer<T> {
  const read = schema.safeParse(fields);
  if (!read.success) {
    const issue = read.error.issues[0];
    throw invalidField(pathOf(issue?.path ?? []), expectation(issue));
  }
  return read.data;
}

function pathOf(steps: readonly PropertyKey[]): string {
  return steps
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`))
    .join("")
    .replace(/^\./u, "");
}

export const typeNames: Readonly<Record<string, string>> = {
  int: "a whole number",
  number: "a number",
  string: "a text",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

function expectation(issue: z.core.$ZodIssue | undefined): string {
  switch (issue?.code) {
    case "invalid_type":
      return `it must be ${typeNames[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `it must be one of ${issue.values.map(String).join(", ")}`;
    case "too_small":
      return isCount(issue.origin) ? "it is empty" : `it must be at least ${issue.minimum}`;
    case "too_big":
      return isCount(issue.origin)
        ? `it has more than ${issue.maximum} entries or characters`
        : `it must be at most ${issue.maximum}`;
    default:
      return "it has another form than the API's";
  }
}

function isCount(origin: string): boolean {
  return origin === "string" || origin === "array";
}
