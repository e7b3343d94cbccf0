/** What an error body says, whatever its shape: codes to act on and sentences to show. */
export interface ErrorSignals {
  /** Lower case, in the order found: values of `code`, `type`, `status`, … */
  readonly codes: readonly string[];
  readonly messages: readonly string[];
  /** A status that the body names, 400 to 599; gateways send some errors with HTTP 200. */
  readonly bodyStatus: number | undefined;
  readonly requestId: string | undefined;
  /** Parsed objects of the body, outermost first, for fields that only one gateway has. */
  readonly objects: readonly Readonly<Record<string, unknown>>[];
}

const codeKeys = new Set([
  "code",
  "type",
  "status",
  "error_code",
  "reason",
  "__type",
  "finish_reason",
  "interveningGuardrail",
  "action",
  "direction",
]);
const statusKeys = new Set(["code", "status", "status_code", "statusCode"]);
const messageKeys = new Set([
  "message",
  "detail",
  "title",
  "error",
  "error_description",
  "msg",
  "actionReason",
]);

const maxObjects = 64;
const maxDepth = 6;
const maxUnwraps = 3;

/** Reads a parsed body; strings that hold JSON are unwrapped up to three levels. */
export function readErrorSignals(body: unknown): ErrorSignals {
  const reader = new SignalReader();
  reader.visit(body, 0, 0);
  return reader;
}

class SignalReader implements ErrorSignals {
  readonly codes: string[] = [];
  readonly messages: string[] = [];
  readonly objects: Readonly<Record<string, unknown>>[] = [];
  bodyStatus: number | undefined;
  requestId: string | undefined;

  visit(value: unknown, depth: number, unwraps: number): void {
    if (typeof value === "string") {
      this.#visitText(value, depth, unwraps);
    } else if (Array.isArray(value)) {
      for (const item of value.slice(0, 20)) {
        this.visit(item, depth + 1, unwraps);
      }
    } else if (isRecord(value) && depth <= maxDepth && this.objects.length < maxObjects) {
      this.objects.push(value);
      for (const [key, field] of Object.entries(value).slice(0, 60)) {
        this.#visitField(key, field, depth, unwraps);
      }
    }
  }

  #visitText(text: string, depth: number, unwraps: number): void {
    const parsed = unwraps < maxUnwraps && /^\s*[{[]/u.test(text) ? parseJson(text) : undefined;
    if (parsed !== undefined) {
      this.visit(parsed, depth + 1, unwraps + 1);
    } else if (text.trim() !== "") {
      this.messages.push(text);
    }
  }

  #visitField(key: string, field: unknown, depth: number, unwraps: number): void {
    if (typeof field === "object") {
      this.visit(field, depth + 1, unwraps);
      return;
    }
    if (typeof field !== "string" && typeof field !== "number") {
      return;
    }
    const text = String(field);
    if (codeKeys.has(key)) {
      this.codes.push(text.toLowerCase().slice(0, 200));
    }
    if (statusKeys.has(key) && /^[45]\d\d$/u.test(text)) {
      this.bodyStatus ??= Number(text);
    }
    if (key === "request_id" || key === "requestId") {
      this.requestId ??= text.slice(0, 200);
    }
    if (messageKeys.has(key)) {
      this.#visitText(text, depth, unwraps);
    }
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The parsed value, or undefined for what is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON is an answer here; the caller goes on with the text.
    return undefined;
  }
}
