import { dataEvents, namedEvents, type UpstreamHandler } from "./fakeUpstream.ts";

/** What a model answers, in terms of neither format. */
export interface Spoken {
  readonly thinking?: { readonly text: string; readonly signature: string };
  /** In pieces. */
  readonly text?: readonly string[];
  readonly calls?: readonly {
    readonly id: string;
    readonly name: string;
    /** The JSON of its arguments, in pieces. */
    readonly json: readonly string[];
  }[];
  readonly end?: "stop" | "stopSequence" | "length" | "tools" | "refusal";
}

const openAiEnds = {
  stop: "stop",
  stopSequence: "stop",
  length: "length",
  tools: "tool_calls",
  refusal: "content_filter",
};
const anthropicEnds = {
  stop: "end_turn",
  stopSequence: "stop_sequence",
  length: "max_tokens",
  tools: "tool_use",
  refusal: "refusal",
};

/** A server like OpenAI's, and like DeepSeek's where the model thinks. */
export function openAiModel(spoken: Spoken): UpstreamHandler {
  return ({ fields }, response) => {
    const isStreamed = fields["stream"] === true;
    const type = isStreamed ? "text/event-stream" : "application/json; charset=utf-8";
    response.writeHead(200, { "content-type": type });
    if (!isStreamed) {
      response.end(JSON.stringify(openAiAnswer(spoken)));
      return;
    }
    for (const event of openAiEvents(spoken, fields["stream_options"] !== undefined)) {
      response.write(dataEvents(event));
    }
    response.end("data: [DONE]\n\n");
  };
}

const openAiHead = { id: "chatcmpl-up", created: 1_700_000_000, model: "gpt-up" };
const openAiUsage = {
  prompt_tokens: 20,
  completion_tokens: 7,
  total_tokens: 27,
  prompt_tokens_details: { cached_tokens: 8 },
};

function openAiAnswer({ thinking, text, calls, end = "stop" }: Spoken): object {
  const message = {
    role: "assistant",
    content: text?.join("") ?? null,
    refusal: null,
    ...(thinking && { reasoning_content: thinking.text }),
    ...(calls && {
      tool_calls: calls.map(({ id, name, json }) => ({
        id,
        type: "function",
        function: { name, arguments: json.join("") },
      })),
    }),
  };
  const choice = { index: 0, message, logprobs: null, finish_reason: openAiEnds[end] };
  return { ...openAiHead, object: "chat.completion", choices: [choice], usage: openAiUsage };
}

function openAiEvents({ thinking, text, calls, end = "stop" }: Spoken, isAsked: boolean): object[] {
  const chunk = (delta: object, reason: string | null = null): object => ({
    ...openAiHead,
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
    ...(isAsked && { usage: null }),
  });
  return [
    chunk({ role: "assistant", content: "" }),
    ...(thinking ? [chunk({ reasoning_content: thinking.text })] : []),
    ...(text ?? []).map((content) => chunk({ content })),
    ...(calls ?? []).flatMap(({ id, name, json }, index) => [
      chunk({ tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] }),
      ...json.map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]),
    chunk({}, openAiEnds[end]),
    ...(isAsked
      ? [{ ...openAiHead, object: "chat.completion.chunk", choices: [], usage: openAiUsage }]
      : []),
  ];
}

/** A server like Anthropic's. */
export function anthropicModel(spoken: Spoken): UpstreamHandler {
  return ({ fields }, response) => {
    const isStreamed = fields["stream"] === true;
    response.writeHead(200, {
      "content-type": isStreamed ? "text/event-stream; charset=utf-8" : "application/json",
    });
    if (!isStreamed) {
      response.end(JSON.stringify(wholeMessage(spoken)));
      return;
    }
    for (const event of anthropicEvents(spoken)) {
      response.write(namedEvents(event));
    }
    response.end();
  };
}

const anthropicUsage = {
  input_tokens: 12,
  cache_read_input_tokens: 8,
  cache_creation_input_tokens: 0,
  output_tokens: 7,
  output_tokens_details: null,
  server_tool_use: null,
};

function wholeMessage(spoken: Spoken): object {
  const { end = "stop" } = spoken;
  return {
    id: "msg_up",
    type: "message",
    role: "assistant",
    model: "claude-up",
    content: blocks(spoken),
    stop_reason: anthropicEnds[end],
    stop_sequence: end === "stopSequence" ? "END" : null,
    stop_details: null,
    container: null,
    diagnostics: null,
    usage: {
      ...anthropicUsage,
      cache_creation: null,
      inference_geo: null,
      service_tier: "standard",
      speed: null,
    },
  };
}

function blocks({ thinking, text, calls }: Spoken): readonly object[] {
  return [
    ...(thinking
      ? [{ type: "thinking", thinking: thinking.text, signature: thinking.signature }]
      : []),
    ...(text ? [{ type: "text", text: text.join("") }] : []),
    ...(calls ?? []).map(({ id, name, json }) => ({
      type: "tool_use",
      id,
      name,
      input: JSON.parse(json.join("")) as unknown,
      caller: { type: "direct" },
    })),
  ];
}

interface Event {
  readonly type: string;
  readonly [field: string]: unknown;
}

function anthropicEvents(spoken: Spoken): readonly Event[] {
  const { thinking, text, calls, end = "stop" } = spoken;
  const start = { ...wholeMessage({}), content: [], stop_reason: null };
  const filled: readonly (readonly [object, readonly object[]])[] = [
    ...(thinking ? [thinkingBlock(thinking)] : []),
    ...(text
      ? [
          [
            { type: "text", text: "" },
            text.map((piece) => ({ type: "text_delta", text: piece })),
          ] as const,
        ]
      : []),
    ...(calls ?? []).map(
      ({ id, name, json }) =>
        [
          { type: "tool_use", id, name, input: {}, caller: { type: "direct" } },
          json.map((piece) => ({ type: "input_json_delta", partial_json: piece })),
        ] as const,
    ),
  ];
  return [
    { type: "message_start", message: start },
    { type: "ping" },
    ...filled.flatMap(([block, deltas], index) => [
      { type: "content_block_start", index, content_block: block },
      ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
      { type: "content_block_stop", index },
    ]),
    {
      type: "message_delta",
      delta: {
        stop_reason: anthropicEnds[end],
        stop_sequence: end === "stopSequence" ? "END" : null,
        stop_details: null,
        container: null,
      },
      usage: anthropicUsage,
    },
    { type: "message_stop" },
  ];
}

function thinkingBlock({
  text,
  signature,
}: {
  readonly text: string;
  readonly signature: string;
}): readonly [object, readonly object[]] {
  return [
    { type: "thinking", thinking: "", signature: "" },
    [
      { type: "thinking_delta", thinking: text },
      { type: "signature_delta", signature },
    ],
  ];
}
