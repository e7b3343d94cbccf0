import type { TokenUsage } from "../../store/records.ts";
import { noUsage, type StreamError } from "../base/answerEvent.ts";
import type { AnswerHead } from "../base/answerWriter.ts";
import { countOf, type Fields, fieldsOf } from "../base/fields.ts";
import type { ItemEvent } from "./outputItem.ts";

export interface ReportedUsage {
  readonly usage: TokenUsage;
  readonly reasoningTokens: number;
}

export class EventNumbers {
  #next: number;

  constructor(first = 0) {
    this.#next = first;
  }

  text(events: readonly ItemEvent[]): string {
    return events
      .map(([type, fields]) => {
        const data = JSON.stringify({ type, sequence_number: this.#next, ...fields });
        this.#next += 1;
        return `event: ${type}\ndata: ${data}\n\n`;
      })
      .join("");
  }
}

const defaults: Fields = {
  background: false,
  error: null,
  incomplete_details: null,
  instructions: null,
  max_output_tokens: null,
  metadata: {},
  parallel_tool_calls: true,
  previous_response_id: null,
  reasoning: { effort: null, summary: null },
  store: false,
  temperature: null,
  text: { format: { type: "text" } },
  tool_choice: "auto",
  tools: [],
  top_p: null,
  truncation: "disabled",
};

/** The longest value that the answer repeats; Codex's instructions are longer. */
const maxRepeated = 1_000;

export function repeatedFields(fields: Fields, isHeld: boolean): Fields {
  const names = new Set([
    ...Object.keys(defaults),
    "prompt_cache_key",
    "safety_identifier",
    "user",
  ]);
  const given = Object.entries(fields).filter(([name, value]) => {
    const isPlain = typeof value !== "object";
    const isAtHand = names.has(name) && value !== null && (isPlain || !isHeld);
    return isAtHand && JSON.stringify(value).length <= maxRepeated;
  });
  return { ...Object.fromEntries(given), store: false, background: false };
}

export function responseJson({ id, created, model, repeated }: AnswerHead): Fields {
  const told = { id, object: "response", created_at: created, status: "in_progress", model };
  return { ...defaults, ...repeated, ...told, output: [] };
}

export function usageJson({ usage, reasoningTokens }: ReportedUsage): Fields {
  const { inputTokens, outputTokens, cachedTokens, cacheWriteTokens } = usage;
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cachedTokens, cache_write_tokens: cacheWriteTokens },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: inputTokens + outputTokens,
  };
}

export function readUsage(usage: Fields): ReportedUsage {
  const details = fieldsOf(usage["input_tokens_details"]);
  return {
    usage: {
      ...noUsage,
      inputTokens: countOf(usage["input_tokens"]),
      cachedTokens: countOf(details["cached_tokens"]),
      cacheWriteTokens: countOf(details["cache_write_tokens"]),
      outputTokens: countOf(usage["output_tokens"]),
    },
    reasoningTokens: countOf(fieldsOf(usage["output_tokens_details"])["reasoning_tokens"]),
  };
}

/** Some clients read only the error event, others only the answer's end. */
export function failedEvents(
  { message, status, code }: StreamError & { readonly code?: string | undefined },
  response: Fields,
): readonly ItemEvent[] {
  const isRate = status === 429;
  const error = { code: isRate ? "rate_limit_exceeded" : "server_error", message };
  return [
    ["error", { code: code ?? error.code, message, param: null }],
    ["response.failed", { response: { ...response, status: "failed", error } }],
  ];
}
