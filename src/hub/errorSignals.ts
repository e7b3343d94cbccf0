import { type Fields, isRecord, parseJson } from "../shared/json.ts";

/** What an error body says, whatever its shape: codes to act on and sentences to show. */
export interface ErrorSignals {
  /** Values of `code`, `type`, `status`, … in snake_case, in the order found. */
  readonly codes: readonly string[];
  /** The most telling code as the server wrote it. */
  readonly hubCode: string | undefined;
  readonly messages: readonly string[];
  /** A status that the body names, 400 to 599; gateways send some errors with HTTP 200. */
  readonly bodyStatus: number | undefined;
  readonly requestId: string | undefined;
  /** Parsed objects of the body, outermost first, for fields that only one gateway has. */
  readonly objects: readonly Fields[];
}

/** Names of fields, in lower case. */
const codeKeys = new Set([
  "code",
  "type",
  "status",
  "error_code",
  "errorcode",
  "reason",
  "__type",
  "interveningguardrail",
  "action",
  "direction",
]);
const statusKeys = new Set(["code", "status", "status_code", "statuscode"]);
const messageKeys = new Set([
  "message",
  "detail",
  "title",
  "error",
  "errors",
  "error_description",
  "errormessage",
  "msg",
  "actionreason",
]);
/** Fields whose mere presence says what happened. */
const tellingKey = /guardrail|hook_results|moderation|flagged/u;

const maxObjects = 64;
const maxFields = 60;
const maxItems = 20;
const maxDepth = 8;
const maxUnwraps = 3;

/** Reads a parsed body; strings that hold JSON are unwrapped up to three levels. */
export function readErrorSignals(body: unknown): ErrorSignals {
  const reader = new SignalReader();
  reader.visit(body, { depth: 0, unwraps: 0, isMessage: true });
  return reader;
}

/** Whether a parsed answer, or a part of one, is an error in one of the shapes that gateways use. */
export function isErrorObject(value: unknown): boolean {
  const body: unknown = Array.isArray(value) ? value[0] : value;
  if (!isRecord(body)) {
    return false;
  }
  const { error, choices } = body;
  if (isSet(error) || body["object"] === "error" || body["type"] === "error") {
    return true;
  }
  if (Array.isArray(choices)) {
    return choices.some(
      (choice: unknown) => isRecord(choice) && choice["finish_reason"] === "error",
    );
  }
  return (
    body["success"] === false ||
    ["detail", "__type", "statusCode", "status_code", "errors"].some((key) => isSet(body[key])) ||
    isMessage(body["message"] ?? body["Message"]) ||
    (typeof body["title"] === "string" && typeof body["status"] === "number")
  );
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== "";
}

/** The message of an error, not one of a conversation. */
function isMessage(value: unknown): boolean {
  return typeof value === "string" || (isRecord(value) && !("role" in value));
}

interface Place {
  readonly depth: number;
  /** Strings of JSON it is in. */
  readonly unwraps: number;
  /** Whether text here is a sentence for people. */
  readonly isMessage: boolean;
}

class SignalReader implements ErrorSignals {
  readonly codes: string[] = [];
  readonly messages: string[] = [];
  readonly objects: Fields[] = [];
  bodyStatus: number | undefined;
  requestId: string | undefined;
  #code: string | undefined;
  #type: string | undefined;

  get hubCode(): string | undefined {
    return this.#code ?? this.#type;
  }

  visit(value: unknown, place: Place): void {
    if (place.depth > maxDepth) {
      return;
    }
    if (typeof value === "string") {
      this.#visitText(value, place);
    } else if (Array.isArray(value)) {
      for (const item of value.slice(0, maxItems)) {
        this.visit(item, { ...place, depth: place.depth + 1 });
      }
    } else if (isRecord(value) && this.objects.length < maxObjects) {
      this.objects.push(value);
      for (const [key, field] of Object.entries(value).slice(0, maxFields)) {
        this.#visitField(key.toLowerCase(), field, place);
      }
    }
  }

  #visitText(text: string, place: Place): void {
    const mayUnwrap = place.unwraps < maxUnwraps && /^\s*[{[]/u.test(text);
    const parsed = mayUnwrap ? parseJson(text) : undefined;
    if (parsed !== undefined) {
      this.visit(parsed, { ...place, depth: place.depth + 1, unwraps: place.unwraps + 1 });
    } else if (place.isMessage && text.trim() !== "") {
      this.messages.push(text);
    }
  }

  #visitField(name: string, field: unknown, place: Place): void {
    if (tellingKey.test(name) && isSet(field)) {
      this.codes.push(name.slice(0, 200));
    }
    const holdsMessage = messageKeys.has(name);
    if (typeof field === "object") {
      this.visit(field, { ...place, depth: place.depth + 1, isMessage: holdsMessage });
    } else if (typeof field === "string" || typeof field === "number") {
      this.#readScalar(name, String(field));
      if (holdsMessage) {
        this.#visitText(String(field), { ...place, isMessage: true });
      }
    }
  }

  #readScalar(name: string, text: string): void {
    if (codeKeys.has(name)) {
      this.#addCode(name, text.slice(0, 200));
    }
    if (statusKeys.has(name) && /^[45]\d\d$/u.test(text)) {
      this.bodyStatus ??= Number(text);
    }
    if (name === "request_id" || name === "requestid") {
      this.requestId ??= text;
    }
  }

  #addCode(name: string, text: string): void {
    this.codes.push(snakeCase(text));
    const isTelling = /[a-z]/iu.test(text) && !/^(?:error|none|null|failure)$/iu.test(text);
    if (isTelling && name.includes("code")) {
      this.#code ??= text;
    } else if (isTelling) {
      this.#type ??= text;
    }
  }
}

/** `RateLimitError`, `rate-limit error` and `RATE_LIMIT_ERROR` are one code. */
function snakeCase(text: string): string {
  return text
    .replaceAll(/([a-z\d])([A-Z])/gu, "$1_$2")
    .replaceAll(/[\s-]+/gu, "_")
    .toLowerCase();
}
