import type { BodySink } from "../../../shared/base/bodySink.ts";
import type { Clock } from "../../../shared/base/clock.ts";
import { wait } from "../../../shared/base/waiting.ts";
import type { AnswerEvent, FinishReason } from "../../formats/base/answerEvent.ts";
import { fieldsOf } from "../../formats/base/fields.ts";
import { createWriter } from "../../formats/chatFormat.ts";
import { ApiError } from "../../http/apiError.ts";
import { type HubResponse, jsonResponse, type StreamBody } from "../../http/message.ts";
import type { Answer } from "../../models/answer.ts";
import { builtInAnswer, headOf } from "../../models/builtInAnswer.ts";
import type { ChatCall } from "../../models/chatCall.ts";
import type { CallContext } from "../../models/modelSource.ts";
import { promptOf } from "../../models/prompt.ts";
import { paced, waitForAbort } from "../../values/pace.ts";
import type { ErrorScenario } from "./errorScenario.ts";
import { longMarkdown, showcase } from "./longText.ts";

export interface ScriptDeps {
  readonly clock: Clock;
  readonly tokensPerSecond: number;
}

export interface Script {
  readonly description: string;
  readonly contextLength?: number;
  readonly run: (call: ChatCall, context: CallContext, deps: ScriptDeps) => Promise<HubResponse>;
}

type AnswerOf = (call: ChatCall, context: CallContext, deps: ScriptDeps) => Answer;

const sample =
  "This answer is scripted. It has **some** Markdown, `code`, and enough words to be in the middle of a " +
  "sentence when something happens to it.\n\n";
const beginning: readonly AnswerEvent[] = [
  { kind: "start", id: "", model: "" },
  { kind: "blockStart", index: 0, block: { kind: "text" } },
  { kind: "delta", index: 0, text: sample },
];
const cutAfterMs = 300;
const slowWords = 120;
const slowWordMs = 250;

export const scripts: Readonly<Record<string, Script>> = {
  long: answering("100 KB of Markdown, at once.", () => instantly(longMarkdown(100_000))),
  "long-1mb": answering("1 MB of Markdown, at once.", () => instantly(longMarkdown(1_000_000))),
  "long-paced": answering("12 KB of Markdown at the speed of a model.", (_, { signal }, deps) =>
    atPace(longMarkdown(12_000), { ...deps, signal }),
  ),
  slow: answering("A word every 250 ms, for half a minute.", slowAnswer),
  markdown: answering("Everything that the page can draw.", () => instantly(showcase)),
  echo: answering("The last user message, verbatim.", (call) =>
    instantly(promptOf(call).messages.findLast(({ role }) => role === "user")?.text ?? ""),
  ),
  reasoning: answering("Thinks before it answers.", reasoningAnswer),
  tools: answering("Calls the tools that are offered, with sample arguments.", toolAnswer),
  length: answering("Ends at the length limit.", () => instantly(sample, "length")),
  filtered: answering("Ends by the content filter.", () => instantly(sample, "refusal")),
  cut: streaming("The connection breaks in mid text.", async (_, { signal }, { clock }) => {
    await wait(clock, cutAfterMs, signal);
    throw new Error("the script cuts the connection");
  }),
  truncated: streaming("Ends in order, without a finish reason.", () => Promise.resolve()),
  stalled: streaming("Stops sending in mid text.", (_, { signal }) => waitForAbort(signal)),
  malformed: streaming("An event that is not JSON, in mid text.", (sink) => {
    sink.write('data: {"choices":[{"delta":{"content":\n\n');
    return Promise.resolve();
  }),
  "done-only": raw("Only [DONE].", "text/event-stream", "data: [DONE]\n\n"),
  html: raw(
    "A web page with status 200.",
    "text/html",
    "<!doctype html><title>Sign in</title><p>Sign in",
  ),
  empty: raw("An empty answer with status 200.", "text/event-stream", ""),
  json: {
    description: "A whole JSON answer, though a stream was asked for.",
    run: (call, context, { clock }) =>
      builtInAnswer({ ...call, isStreamed: false }, context, instantly(sample), clock),
  },
};

export function errorScript({ status, headers = {}, body }: ErrorScenario): Script {
  const response: HubResponse =
    typeof body === "string"
      ? { status, headers: { "content-type": "text/plain", ...headers }, body }
      : jsonResponse(status, body, headers);
  const { message } = fieldsOf(fieldsOf(body)["error"]);
  return {
    description: `Error ${status}.`,
    run: ({ format }, { requestId }) =>
      Promise.resolve(
        format === "anthropic" && typeof message === "string"
          ? new ApiError(status, message, { headers }).toResponse(format, requestId)
          : response,
      ),
  };
}

export function warningScript({ status, headers = {} }: Omit<ErrorScenario, "body">): Script {
  return {
    description: "An answer with a warning.",
    run: async (call, context, { clock }) => {
      const response = await builtInAnswer(call, context, instantly(sample), clock);
      return { ...response, status, headers: { ...response.headers, ...headers } };
    },
  };
}

export function midStreamScript(event: string): Script {
  return streaming("An error in mid text.", (sink) => {
    sink.write(event);
    return Promise.resolve();
  });
}

function answering(description: string, answerOf: AnswerOf): Script {
  return {
    description,
    run: (call, context, deps) =>
      builtInAnswer(call, context, answerOf(call, context, deps), deps.clock),
  };
}

function streaming(
  description: string,
  end: (sink: BodySink, context: CallContext, deps: ScriptDeps) => Promise<void>,
): Script {
  return {
    description,
    run: (call, context, deps) => {
      const head = headOf(call, context, deps.clock);
      const writer = createWriter(call.format, head, call.wantsUsage);
      const body: StreamBody = async (sink) => {
        for (const event of beginning) {
          sink.write(writer.write(event));
        }
        await end(sink, context, deps);
      };
      return Promise.resolve({
        status: 200,
        headers: { "content-type": "text/event-stream" },
        body,
      });
    },
  };
}

function raw(description: string, type: string, body: string): Script {
  return {
    description,
    run: () => Promise.resolve({ status: 200, headers: { "content-type": type }, body }),
  };
}

const pieceLength = 200;

async function* instantly(text: string, reason: FinishReason = "stop"): Answer {
  for (let at = 0; at < text.length; at += pieceLength) {
    yield await Promise.resolve({ kind: "text", text: text.slice(at, at + pieceLength) });
  }
  yield { kind: "finish", reason };
}

async function* atPace(text: string, pace: Parameters<typeof paced>[1]): Answer {
  for await (const word of paced(text, pace)) {
    yield { kind: "text", text: word };
  }
  yield { kind: "finish", reason: "stop" };
}

async function* slowAnswer(_: ChatCall, { signal }: CallContext, { clock }: ScriptDeps): Answer {
  for (let number = 1; number <= slowWords; number += 1) {
    yield { kind: "text", text: `word${number} ` };
    await wait(clock, slowWordMs, signal);
  }
  yield { kind: "finish", reason: "stop" };
}

async function* reasoningAnswer(_: ChatCall, { signal }: CallContext, deps: ScriptDeps): Answer {
  const thoughts =
    "First I look at what was asked. Then I weigh two ways to answer, and take the simpler.";
  for await (const text of paced(thoughts, { ...deps, signal })) {
    yield { kind: "thinking", text };
  }
  yield* instantly(sample);
}

async function* toolAnswer(call: ChatCall): Answer {
  const { tools, messages } = promptOf(call);
  if (messages.at(-1)?.role === "tool" || tools.length === 0) {
    const text = tools.length === 0 ? "No tools were offered." : "The tools have answered.";
    yield* instantly(text);
    return;
  }
  for (const [index, { name }] of tools.slice(0, 4).entries()) {
    yield await Promise.resolve({
      kind: "toolCall",
      id: `call_${index + 1}`,
      name,
      arguments: '{"sample":true}',
    });
  }
  yield { kind: "finish", reason: "toolCalls" };
}
