import {
  dataEvents,
  namedEvents,
  type UpstreamHandler,
} from "../../support/modelServer/fakeUpstream.ts";

export const head = {
  id: "chatcmpl-1",
  object: "chat.completion.chunk",
  created: 7,
  model: "gpt-x",
};

/** A chunk of an OpenAI stream. */
export function chunk(delta: object, finishReason: string | null = null): object {
  return { ...head, choices: [{ index: 0, delta, finish_reason: finishReason }] };
}

/** An upstream that goes on until its connection is closed. */
export const endless: UpstreamHandler = ({ path }, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const isOpenAi = path === "/v1/chat/completions";
  response.write(isOpenAi ? dataEvents(chunk({ role: "assistant" })) : namedEvents(...begin));
  const piece = isOpenAi
    ? dataEvents(chunk({ content: "12345678" }))
    : namedEvents(textDelta("12345678"));
  const timer = setInterval(() => response.write(piece), 1);
  response.on("close", () => clearInterval(timer));
};

const begin = [
  {
    type: "message_start",
    message: { id: "msg_1", model: "claude-x", usage: { input_tokens: 11, output_tokens: 1 } },
  },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
];

function textDelta(text: string): { readonly type: string; readonly [field: string]: unknown } {
  return { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } };
}
