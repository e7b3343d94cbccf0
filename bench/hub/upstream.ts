/** The cheapest possible model server: fixed answers, whole or streamed, in its own process. */
import { createServer, type ServerResponse } from "node:http";

const usage = { prompt_tokens: 20, completion_tokens: 20, total_tokens: 40 };
const head = { id: "chatcmpl-1", created: 1_767_225_600, model: "bench" };
const text =
  "An answer of some twenty words, as short ones are, so that what is measured is the way and not the text.";

const whole = JSON.stringify({
  ...head,
  object: "chat.completion",
  choices: [
    {
      index: 0,
      message: { role: "assistant", content: text, refusal: null },
      finish_reason: "stop",
    },
  ],
  usage,
});

function event(delta: object, finishReason: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finishReason }];
  return `data: ${JSON.stringify({ ...head, object: "chat.completion.chunk", choices })}\n\n`;
}

const chunkCount = 200;
const pacedMs = 10;
const end = `${event({}, "stop")}data: ${JSON.stringify({ ...head, object: "chat.completion.chunk", choices: [], usage })}\n\ndata: [DONE]\n\n`;

const givenResponse = {
  id: "resp_1",
  object: "response",
  created_at: head.created,
  model: head.model,
  status: "completed",
  output: [
    {
      id: "msg_1",
      type: "message",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text, annotations: [] }],
    },
  ],
  usage: { input_tokens: 20, output_tokens: 20, total_tokens: 40 },
};
const wholeResponse = JSON.stringify(givenResponse);
const responseEvents = [
  { type: "response.created", response: { ...givenResponse, status: "in_progress", output: [] } },
  ...Array.from({ length: chunkCount }, (_, index) => ({
    type: "response.output_text.delta",
    item_id: "msg_1",
    output_index: 0,
    content_index: 0,
    delta: ` word${index}`,
  })),
  { type: "response.completed", response: givenResponse },
].map((fields, at) => {
  const data = JSON.stringify({ ...fields, sequence_number: at });
  return `event: ${fields.type}\ndata: ${data}\n\n`;
});

const megabyte = 1024 * 1024;
const longText = "The quick brown fox jumps over the lazy dog. ".repeat((40 * megabyte) / 45);
const vector = Array.from({ length: 3_072 }, (_, index) => Math.sin(index));
const vectors = Array.from({ length: 1_000 }, (_, index) => ({ index, embedding: vector }));
/** Whole answers of some 40 to 60 MB, by the model that gives them. */
const largeAnswers = new Map([
  ["bench-prose", whole.replace(text, longText)],
  ["bench-vectors", JSON.stringify({ object: "list", data: vectors, usage })],
]);

const models = ["bench", ...largeAnswers.keys()].map((id) => ({ id, object: "model" }));

const server = createServer((request, response) => {
  if (request.method === "GET") {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ object: "list", data: models }));
    return;
  }
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (part: string) => {
    body += part;
  });
  request.on("end", () => {
    if (request.url?.endsWith("/responses") === true) {
      respond(response, body.includes('"stream":true'));
      return;
    }
    const large = largeAnswers.get(/"model":"([^"]*)"/u.exec(body)?.[1] ?? "");
    if (large !== undefined) {
      response.setHeader("content-type", "application/json");
      response.end(large);
      return;
    }
    if (!body.includes('"stream":true')) {
      response.setHeader("content-type", "application/json");
      response.end(whole);
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(event({ role: "assistant", content: "" }));
    // A prompt with "hold" keeps its stream open, to measure memory.
    if (body.includes("hold")) {
      return;
    }
    if (body.includes("paced")) {
      pace(response);
      return;
    }
    for (let index = 0; index < chunkCount; index += 1) {
      response.write(event({ content: ` word${index}` }));
    }
    response.end(end);
  });
});

function respond(answer: ServerResponse, isStreamed: boolean): void {
  answer.setHeader("content-type", isStreamed ? "text/event-stream" : "application/json");
  for (const part of isStreamed ? responseEvents : [wholeResponse]) {
    answer.write(part);
  }
  answer.end();
}

/** One event in each write and in each packet, as a model sends its tokens, until the client leaves. */
function pace(response: ServerResponse): void {
  let index = 0;
  const timer = setInterval(() => {
    response.write(event({ content: ` word${index}` }));
    index += 1;
  }, pacedMs);
  response.on("close", () => clearInterval(timer));
}

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`);
});
