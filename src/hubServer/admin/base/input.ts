import * as z from "zod/mini";

import { parseJson } from "../../formats/base/jsonText.ts";
import { ApiError } from "../../http/apiError.ts";
import { invalid } from "../../http/invalidField.ts";
import type { HubRequest } from "../../http/message.ts";
import { unknownFields } from "../../values/unknownFields.ts";
import { unknownField } from "./adminErrors.ts";

const maxBodyBytes = 1024 * 1024;
const maxDepth = 12;

/** Invisible characters, except joiners: languages and emoji need them. */
const hiddenCharacter =
  // oxlint-disable-next-line no-control-regex -- controls are what it looks for
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|\p{Surrogate}/u;

const visibleCharacter = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * Fields in which such characters are allowed: passwords and texts to try are never shown, and a forced parameter may
 * be a line break.
 */
const freeText = /^(?:password$|text$|policy\.forced\.)/u;

const reservedKeys = new Set(["__proto__", "constructor", "prototype"]);

export async function readBody<T extends z.ZodMiniType>(
  request: HubRequest,
  schema: T,
): Promise<z.output<T>> {
  return parseInput(schema, await readJson(request));
}

/** The body's fields, not validated yet. */
export async function readFields(request: HubRequest): Promise<Readonly<Record<string, unknown>>> {
  return parseInput(z.record(z.string(), z.unknown()), await readJson(request));
}

export function parseInput<T extends z.ZodMiniType>(schema: T, value: unknown): z.output<T> {
  const [unknown] = unknownFields(schema, value);
  if (unknown) {
    throw unknownField(unknown);
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.join(".") ?? "";
    throw field === ""
      ? invalid("The body does not have the required form: see openapi.json.")
      : invalid(`The field "${field.slice(0, 100)}" is missing or not valid.`, field.slice(0, 100));
  }
  return parsed.data;
}

async function readJson(request: HubRequest): Promise<unknown> {
  if (Number(request.header("content-length") ?? 0) > maxBodyBytes) {
    throw tooLarge();
  }
  const bytes = await request.body();
  if (bytes.length > maxBodyBytes) {
    throw tooLarge();
  }
  let value: unknown;
  try {
    value = parseJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    // The parser's message quotes the body, which must not be logged.
    throw new ApiError(400, "The body is not valid JSON in UTF-8.", { code: "invalid_json" });
  }
  checkText(value, "", 0);
  return value;
}

function tooLarge(): ApiError {
  return new ApiError(413, "The request is too large (at most 1 MB here).", {
    type: "request_too_large",
    code: "request_too_large",
  });
}

function checkText(value: unknown, path: string, depth: number): void {
  if (depth > maxDepth) {
    throw invalid("The body is nested too deeply.");
  }
  if (typeof value === "string" && !freeText.test(path) && isHidden(shownText(value, path))) {
    throw invalid(
      `The field "${path.slice(0, 100)}" has characters that cannot be seen, such as a line break or ` +
        "one that changes the direction of text.",
      path.slice(0, 100),
    );
  }
  if (typeof value !== "object" || value === null) {
    return;
  }
  for (const [key, entry] of Object.entries(value)) {
    if (reservedKeys.has(key) || hiddenCharacter.test(key)) {
      throw invalid("The body has a field whose name cannot be used.");
    }
    checkText(entry, path === "" ? key : `${path}.${key}`, depth + 1);
  }
}

/** A text as the console shows it; the text of a skill has several lines. */
function shownText(text: string, path: string): string {
  return /^skills\.\d+\.text$/u.test(path) ? text.replaceAll(/[\t\r\n]/gu, " ") : text;
}

function isHidden(text: string): boolean {
  return hiddenCharacter.test(text) || (text !== "" && !visibleCharacter.test(text));
}
