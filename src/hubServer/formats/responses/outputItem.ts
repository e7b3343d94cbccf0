import { type Fields, fieldsOf, parseFields, stringOf } from "../base/fields.ts";
import { defined } from "../base/writtenRequest.ts";

export interface OutputItem {
  readonly kind: "text" | "refusal" | "reasoning" | "function" | "custom" | "localShell";
  readonly id: string;
  readonly output: number;
  readonly callId?: string | undefined;
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
  readonly before?: readonly Fields[];
  text: string;
  encryptedContent?: string;
}

export type ItemStatus = "in_progress" | "completed" | "incomplete";

/** An event of an item, without its sequence number. */
export type ItemEvent = readonly [type: string, fields: Fields];

export function itemJson(item: OutputItem, status: ItemStatus): Fields {
  const { id, kind, text, callId: call_id, name, namespace } = item;
  switch (kind) {
    case "reasoning":
      return defined({
        id,
        type: "reasoning",
        summary: text === "" ? [] : [summaryPart(text)],
        encrypted_content: item.encryptedContent,
      });
    case "function": {
      const json = text === "" && status === "completed" ? "{}" : text;
      return defined({
        id,
        type: "function_call",
        status,
        arguments: json,
        call_id,
        name,
        namespace,
      });
    }
    case "custom":
      return defined({
        id,
        type: "custom_tool_call",
        status,
        call_id,
        name,
        namespace,
        input: text,
      });
    case "localShell":
      return { id, type: "local_shell_call", status, call_id, action: actionOf(text) };
    default: {
      const isEmpty = status === "in_progress" && text === "";
      const content = [...(item.before ?? []), ...(isEmpty ? [] : [partJson(item)])];
      return { id, type: "message", status, role: "assistant", content };
    }
  }
}

export function beginEvents(item: OutputItem): readonly ItemEvent[] {
  const added: ItemEvent = [
    "response.output_item.added",
    { output_index: item.output, item: itemJson(item, "in_progress") },
  ];
  return isProse(item)
    ? [added, ["response.content_part.added", { ...contentPlace(item), part: partJson(item) }]]
    : [added];
}

export function deltaEvents(item: OutputItem, delta: string): readonly ItemEvent[] {
  const isFirst = item.text === "";
  item.text += delta;
  const place = placeOf(item);
  switch (item.kind) {
    case "text":
      return [["response.output_text.delta", { ...contentPlace(item), delta, logprobs: [] }]];
    case "refusal":
      return [["response.refusal.delta", { ...contentPlace(item), delta }]];
    case "reasoning": {
      const summary = { ...place, summary_index: 0 };
      const added: ItemEvent = [
        "response.reasoning_summary_part.added",
        { ...summary, part: summaryPart("") },
      ];
      const event: ItemEvent = ["response.reasoning_summary_text.delta", { ...summary, delta }];
      return isFirst ? [added, event] : [event];
    }
    case "function":
      return [["response.function_call_arguments.delta", { ...place, delta }]];
    case "custom":
      return [["response.custom_tool_call_input.delta", { ...place, delta }]];
    default:
      return [];
  }
}

/** The events at an item's end; empty if the arguments were cut, because clients run a call as soon as it is done. */
export function endEvents(item: OutputItem, status: ItemStatus): readonly ItemEvent[] {
  if (status === "incomplete" && isCall(item)) {
    return [];
  }
  const done: ItemEvent = [
    "response.output_item.done",
    { output_index: item.output, item: itemJson(item, status) },
  ];
  return [...textEnds(item), done];
}

export function isWhole({ kind, text }: OutputItem): boolean {
  return kind === "function" || kind === "localShell"
    ? parseFields(text) !== undefined
    : kind !== "custom";
}

function textEnds(item: OutputItem): readonly ItemEvent[] {
  const { kind, text, name } = item;
  const place = placeOf(item);
  switch (kind) {
    case "function": {
      const json = text === "" ? "{}" : text;
      return [["response.function_call_arguments.done", { ...place, name, arguments: json }]];
    }
    case "custom":
      return [["response.custom_tool_call_input.done", { ...place, input: text }]];
    case "reasoning": {
      const summary = { ...place, summary_index: 0 };
      return text === ""
        ? []
        : [
            ["response.reasoning_summary_text.done", { ...summary, text }],
            ["response.reasoning_summary_part.done", { ...summary, part: summaryPart(text) }],
          ];
    }
    case "localShell":
      return [];
    default: {
      const content = contentPlace(item);
      const textDone: ItemEvent =
        kind === "refusal"
          ? ["response.refusal.done", { ...content, refusal: text }]
          : ["response.output_text.done", { ...content, text, logprobs: [] }];
      return [textDone, ["response.content_part.done", { ...content, part: partJson(item) }]];
    }
  }
}

function placeOf({ id, output }: OutputItem): Fields {
  return { item_id: id, output_index: output };
}

function contentPlace(item: OutputItem): Fields {
  return { ...placeOf(item), content_index: item.before?.length ?? 0 };
}

function partJson({ kind, text }: OutputItem): Fields {
  return kind === "refusal"
    ? { type: "refusal", refusal: text }
    : { type: "output_text", text, annotations: [], logprobs: [] };
}

function summaryPart(text: string): Fields {
  return { type: "summary_text", text };
}

function isProse({ kind }: OutputItem): boolean {
  return kind === "text" || kind === "refusal";
}

function isCall({ kind }: OutputItem): boolean {
  return kind === "function" || kind === "custom" || kind === "localShell";
}

/** The action of a call. A model without this tool may write the command as one text. */
function actionOf(json: string): Fields {
  const { command, env, ...rest } = parseFields(json) ?? {};
  const words = typeof command === "string" ? ["sh", "-c", command] : command;
  return {
    ...rest,
    type: "exec",
    command: Array.isArray(words) ? words.map((word) => stringOf(word) ?? String(word)) : [],
    env: fieldsOf(env),
  };
}
