import { namedEvents, type UpstreamHandler } from "./fakeUpstream.ts";
import type { Spoken } from "./modelServer.ts";

interface Item {
  readonly id: string;
  readonly type: string;
  readonly [field: string]: unknown;
}

interface Event {
  readonly type: string;
  readonly [field: string]: unknown;
}

const usage = {
  input_tokens: 20,
  input_tokens_details: { cached_tokens: 8, cache_write_tokens: 0 },
  output_tokens: 7,
  output_tokens_details: { reasoning_tokens: 2 },
  total_tokens: 27,
};

/** A server of OpenAI's Responses API. Its thoughts are summaries with encrypted content. */
export function responsesModel(spoken: Spoken): UpstreamHandler {
  return ({ fields }, response) => {
    const isStreamed = fields["stream"] === true;
    const type = isStreamed ? "text/event-stream; charset=utf-8" : "application/json";
    response.writeHead(200, { "content-type": type });
    if (!isStreamed) {
      response.end(JSON.stringify(responseOf(spoken)));
      return;
    }
    for (const event of responsesEvents(spoken)) {
      response.write(namedEvents(event));
    }
    response.end();
  };
}

/** The events of a whole stream, numbered. */
export function responsesEvents(spoken: Spoken): readonly Event[] {
  const { usage: _, ...response } = responseOf(spoken);
  const begun = { ...response, status: "in_progress", output: [], incomplete_details: null };
  const last = responseOf(spoken);
  return [
    { type: "response.created", response: begun },
    { type: "response.in_progress", response: begun },
    ...itemsOf(spoken).flatMap(eventsOfItem),
    { type: `response.${last.status}`, response: last },
  ].map((event, at) => ({ ...event, sequence_number: at }));
}

function responseOf(spoken: Spoken) {
  const { end = "stop" } = spoken;
  const reason = end === "length" ? "max_output_tokens" : "content_filter";
  const isIncomplete = end === "length" || end === "refusal";
  return {
    id: "resp_up",
    object: "response",
    created_at: 1_700_000_000,
    status: isIncomplete ? "incomplete" : "completed",
    error: null,
    incomplete_details: isIncomplete ? { reason } : null,
    instructions: null,
    metadata: {},
    model: "gpt-up",
    output: itemsOf(spoken).map(({ item }) => item),
    parallel_tool_calls: true,
    store: false,
    temperature: 1,
    tool_choice: "auto",
    tools: [],
    top_p: 1,
    usage,
  };
}

interface Streamed {
  readonly item: Item;
  readonly begun: Item;
  readonly steps: readonly Event[];
}

function itemsOf({ thinking, text, calls }: Spoken): readonly Streamed[] {
  return [
    ...(thinking ? [reasoningItem(thinking)] : []),
    ...(text ? [messageItem(text)] : []),
    ...(calls ?? []).map(callItem),
  ];
}

function eventsOfItem({ item, begun, steps }: Streamed, output_index: number): readonly Event[] {
  return [
    { type: "response.output_item.added", output_index, item: begun },
    ...steps.map((step) => ({ ...step, item_id: item.id, output_index })),
    { type: "response.output_item.done", output_index, item },
  ];
}

function messageItem(pieces: readonly string[]): Streamed {
  const begun = {
    id: "msg_up",
    type: "message",
    status: "in_progress",
    role: "assistant",
    content: [],
  };
  const part = { type: "output_text", text: "", annotations: [], logprobs: [] };
  const text = pieces.join("");
  const content_index = 0;
  return {
    begun,
    item: { ...begun, status: "completed", content: [{ ...part, text }] },
    steps: [
      { type: "response.content_part.added", content_index, part },
      ...pieces.map((delta) => ({
        type: "response.output_text.delta",
        content_index,
        delta,
        logprobs: [],
      })),
      { type: "response.output_text.done", content_index, text, logprobs: [] },
      { type: "response.content_part.done", content_index, part: { ...part, text } },
    ],
  };
}

function reasoningItem(thinking: { readonly text: string; readonly signature: string }): Streamed {
  const { text, signature } = thinking;
  const begun = { id: "rs_up", type: "reasoning", summary: [] };
  const part = { type: "summary_text", text };
  const summary_index = 0;
  return {
    begun,
    item: { ...begun, summary: [part], encrypted_content: signature },
    steps: [
      { type: "response.reasoning_summary_part.added", summary_index, part: { ...part, text: "" } },
      { type: "response.reasoning_summary_text.delta", summary_index, delta: text },
      { type: "response.reasoning_summary_text.done", summary_index, text },
      { type: "response.reasoning_summary_part.done", summary_index, part },
    ],
  };
}

function callItem({ id, name, json }: NonNullable<Spoken["calls"]>[number]): Streamed {
  const begun = {
    id: `fc_${id}`,
    type: "function_call",
    status: "in_progress",
    arguments: "",
    call_id: id,
    name,
  };
  const all = json.join("");
  return {
    begun,
    item: { ...begun, status: "completed", arguments: all },
    steps: [
      ...json.map((delta) => ({ type: "response.function_call_arguments.delta", delta })),
      { type: "response.function_call_arguments.done", name, arguments: all },
    ],
  };
}
