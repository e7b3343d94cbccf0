import { type BodySink, type HubResponse, jsonResponse } from "../http/message.ts";
import { type Answer, type AnswerEvent, estimateTokens } from "./answer.ts";
import type { ChatRequest } from "./chatRequest.ts";

/** What every chunk of one answer carries. */
export interface CompletionHead {
  readonly id: string;
  /** Epoch seconds. */
  readonly created: number;
  readonly model: string;
}

const eventStreamHeaders = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
};

/** An answer of a built-in model in the OpenAI form, streamed or whole as the request asks. */
export async function completionResponse(
  request: ChatRequest,
  head: CompletionHead,
  answer: Answer,
): Promise<HubResponse> {
  const usage = new UsageCount(request);
  if (!request.isStreamed) {
    return jsonResponse(200, await wholeCompletion(head, answer, usage));
  }
  return {
    status: 200,
    headers: eventStreamHeaders,
    body: async (sink) => {
      const send = (value: object): Promise<void> =>
        write(sink, `data: ${JSON.stringify(value)}\n\n`);
      await send(chunk(head, { role: "assistant", content: "" }));
      for await (const event of answer) {
        usage.add(event);
        await send(
          event.kind === "finish" ? chunk(head, {}, event.reason) : chunk(head, deltaOf(event)),
        );
      }
      if (request.wantsUsage) {
        await send({ ...chunk(head, {}), choices: [], usage: usage.toJson() });
      }
      await write(sink, "data: [DONE]\n\n");
    },
  };
}

/** One chunk of a streamed answer. */
export function chunk(
  head: CompletionHead,
  delta: object,
  finishReason: string | null = null,
): object {
  return {
    id: head.id,
    object: "chat.completion.chunk",
    created: head.created,
    model: head.model,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }],
  };
}

async function write(sink: BodySink, text: string): Promise<void> {
  if (!sink.write(text)) {
    await sink.drained();
  }
}

function deltaOf(event: Exclude<AnswerEvent, { kind: "finish" }>): object {
  if (event.kind === "toolCall") {
    return { tool_calls: [{ index: event.index, ...toolCallOf(event) }] };
  }
  return event.kind === "text" ? { content: event.text } : { reasoning_content: event.text };
}

function toolCallOf({ id, name, arguments: json }: AnswerEvent & { kind: "toolCall" }): object {
  return { id, type: "function", function: { name, arguments: json } };
}

async function wholeCompletion(
  head: CompletionHead,
  answer: Answer,
  usage: UsageCount,
): Promise<object> {
  let text = "";
  let reasoning = "";
  let finishReason = "stop";
  const calls: object[] = [];
  for await (const event of answer) {
    usage.add(event);
    switch (event.kind) {
      case "text":
        text += event.text;
        break;
      case "reasoning":
        reasoning += event.text;
        break;
      case "toolCall":
        calls.push(toolCallOf(event));
        break;
      case "finish":
        finishReason = event.reason;
        break;
    }
  }
  const message = {
    role: "assistant",
    content: text === "" && calls.length > 0 ? null : text,
    refusal: null,
    ...(reasoning !== "" && { reasoning_content: reasoning }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  return {
    id: head.id,
    object: "chat.completion",
    created: head.created,
    model: head.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason }],
    usage: usage.toJson(),
  };
}

/** Counts what went in and came out, by the estimate for built-in models. */
class UsageCount {
  readonly #promptTokens: number;
  #characters = 0;

  constructor({ messages }: ChatRequest) {
    this.#promptTokens = estimateTokens(messages.map(({ text }) => text).join("\n"));
  }

  add(event: AnswerEvent): void {
    if (event.kind === "text" || event.kind === "reasoning") {
      this.#characters += event.text.length;
    } else if (event.kind === "toolCall") {
      this.#characters += event.name.length + event.arguments.length;
    }
  }

  toJson(): object {
    const completionTokens = Math.ceil(this.#characters / 4);
    return {
      prompt_tokens: this.#promptTokens,
      completion_tokens: completionTokens,
      total_tokens: this.#promptTokens + completionTokens,
    };
  }
}
