/** Pieces of an answer in the Anthropic format, as in a stream. */

export const messageEvent = (type: string, fields: object = {}) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;

export const messageStart = messageEvent("message_start", {
  message: {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m1",
    content: [],
    stop_reason: null,
    usage: { input_tokens: 3, output_tokens: 1 },
  },
});

export const blockStart = (index: unknown, block: object) =>
  messageEvent("content_block_start", { index, content_block: block });
export const blockDelta = (index: unknown, delta: object) =>
  messageEvent("content_block_delta", { index, delta });
export const blockStop = (index: unknown) => messageEvent("content_block_stop", { index });
export const textBlock = (index: number, text: string) =>
  blockStart(index, { type: "text", text: "" }) +
  blockDelta(index, { type: "text_delta", text }) +
  blockStop(index);
export const inputDelta = (index: number, json: string) =>
  blockDelta(index, { type: "input_json_delta", partial_json: json });
export const callStart = (index: number, name = "look") =>
  blockStart(index, { type: "tool_use", id: `toolu_${index}`, name, input: {} });
export const messageDelta = (reason: string | null) =>
  messageEvent("message_delta", {
    delta: { stop_reason: reason, stop_sequence: null },
    usage: { output_tokens: 5 },
  });
export const messageStop = messageEvent("message_stop");
export const messageEnd = (reason: string) => messageDelta(reason) + messageStop;
