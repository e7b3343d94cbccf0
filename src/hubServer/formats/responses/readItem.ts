import type { BlockHead, StreamError } from "../base/answerEvent.ts";
import { type Fields, fieldsOf, stringOf } from "../base/fields.ts";
import type { OutputItem } from "./outputItem.ts";

type Kind = OutputItem["kind"];

export type BegunItem = Omit<OutputItem, "output" | "text">;

export const deltaKinds = new Map<string, Kind>([
  ["response.output_text.delta", "text"],
  ["response.refusal.delta", "refusal"],
  ["response.reasoning_summary_text.delta", "reasoning"],
  ["response.reasoning_text.delta", "reasoning"],
  ["response.function_call_arguments.delta", "function"],
  ["response.custom_tool_call_input.delta", "custom"],
]);

export const partKinds = new Map<unknown, Kind>([
  ["output_text", "text"],
  ["refusal", "refusal"],
]);

export const callKinds = new Map<unknown, "function" | "custom" | "localShell">([
  ["function_call", "function"],
  ["custom_tool_call", "custom"],
  ["local_shell_call", "localShell"],
]);

export function callOf(kind: Kind, item: Fields): BegunItem {
  return {
    kind,
    id: stringOf(item["id"]) ?? "",
    callId: stringOf(item["call_id"]) ?? "",
    name: stringOf(item["name"]) ?? "local_shell",
    namespace: stringOf(item["namespace"]),
  };
}

export function headOf({ kind, callId, name, namespace }: BegunItem): BlockHead {
  switch (kind) {
    case "text":
    case "refusal":
      return { kind };
    case "reasoning":
      return { kind: "thinking" };
    default:
      return {
        kind: "toolCall",
        id: callId ?? "",
        name: name ?? "",
        ...(kind !== "function" && { form: kind }),
        ...(namespace !== undefined && { namespace }),
      };
  }
}

const statuses = new Map<unknown, number>([
  ["rate_limit_exceeded", 429],
  ["invalid_prompt", 400],
  ["context_length_exceeded", 400],
]);

export function errorOf(error: unknown): StreamError {
  const { code, message } = fieldsOf(error);
  return {
    message: stringOf(message)?.slice(0, 2_000) ?? "The model failed.",
    status: statuses.get(code) ?? 502,
  };
}
