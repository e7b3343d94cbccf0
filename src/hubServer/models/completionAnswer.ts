import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";

import type { Clock } from "../../shared/base/clock.ts";
import { type HubResponse, jsonResponse } from "../http/message.ts";
import type { TokenUsage } from "../store/records.ts";
import { eventStreamHeaders } from "./builtInAnswer.ts";
import type { CompletionCall } from "./completionCall.ts";
import type { AnswerTap, CallContext } from "./modelSource.ts";

type FinishReason = "stop" | "length";

export interface ToldEnd {
  readonly reason?: FinishReason;
  readonly usage?: TokenUsage | undefined;
}

type CompletionEvent =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "finish"; readonly reason: FinishReason };

interface CompletionAnswer {
  /** The answer's pieces, before stops and limits apply. */
  readonly texts: AsyncIterable<string> | Iterable<string>;
  readonly stops: readonly string[];
  readonly clock: Clock;
  /** The reported end of a server that enforces the limit; absent: the text is cut here. */
  readonly told?: () => ToldEnd;
}

/** The longest text; more characters than any 256 tokens have. */
const mostTold = 64 * 1024;

export function finishReasonOf(reason: unknown): FinishReason {
  return reason === "length" ? "length" : "stop";
}

export async function completionAnswer(
  call: CompletionCall,
  { tap }: Pick<CallContext, "tap">,
  { texts, stops, clock, told }: CompletionAnswer,
): Promise<HubResponse> {
  const head = {
    id: `cmpl-${randomUUID().replaceAll("-", "")}`,
    object: "text_completion",
    created: Math.floor(clock.now() / 1_000),
    model: call.model,
  };
  const most = told ? mostTold : call.maxTokens * 4;
  const limited = limitedTexts(texts, stops, { most, reason: () => told?.().reason ?? "stop" });
  const reported = (characters: number): TokenUsage | undefined =>
    told ? told().usage : estimatedUsage(call, characters);
  const answer: Metered = {
    head,
    events: metered(limited, tap, reported),
    usageOf: (characters) => told?.().usage ?? estimatedUsage(call, characters),
  };
  return call.isStreamed ? streamed(answer, call.wantsUsage) : await whole(answer);
}

interface Metered {
  readonly head: object;
  readonly events: AsyncIterable<CompletionEvent>;
  readonly usageOf: (characters: number) => TokenUsage;
}

async function whole({ head, events, usageOf }: Metered): Promise<HubResponse> {
  let text = "";
  let reason: FinishReason = "stop";
  for await (const event of events) {
    if (event.kind === "text") {
      text += event.text;
    } else {
      ({ reason } = event);
    }
  }
  return jsonResponse(200, {
    ...head,
    choices: [choiceOf(text, reason)],
    usage: usageJson(usageOf(text.length)),
  });
}

function streamed({ head, events, usageOf }: Metered, wantsUsage: boolean): HubResponse {
  return {
    status: 200,
    headers: eventStreamHeaders,
    body: async (sink) => {
      let characters = 0;
      const write = async (fields: object): Promise<void> => {
        if (!sink.write(`data: ${JSON.stringify({ ...head, ...fields })}\n\n`)) {
          await sink.drained();
        }
      };
      for await (const event of events) {
        const text = event.kind === "text" ? event.text : "";
        characters += text.length;
        await write({ choices: [choiceOf(text, event.kind === "finish" ? event.reason : null)] });
        if (characters === text.length) {
          // A person waits for the head and the first piece.
          await setImmediate();
        }
      }
      if (wantsUsage) {
        await write({ choices: [], usage: usageJson(usageOf(characters)) });
      }
      sink.write("data: [DONE]\n\n");
    },
  };
}

/** Ends before the first stop, which may span pieces. */
async function* limitedTexts(
  texts: CompletionAnswer["texts"],
  stops: readonly string[],
  { most, reason }: { readonly most: number; readonly reason: () => FinishReason },
): AsyncGenerator<CompletionEvent> {
  const longest = Math.max(0, ...stops.map((stop) => stop.length - 1));
  let held = "";
  let left = most;
  const take = (text: string): CompletionEvent => {
    const taken = text.slice(0, left);
    left -= text.length;
    return { kind: "text", text: taken };
  };
  for await (const text of texts) {
    held += text;
    const at = Math.min(...stops.map((stop) => held.indexOf(stop)).filter((place) => place >= 0));
    const sure = at === Infinity ? Math.max(0, held.length - longest) : at;
    if (sure > 0) {
      yield take(held.slice(0, sure));
    }
    if (at !== Infinity || left <= 0) {
      yield { kind: "finish", reason: left < 0 || at === Infinity ? "length" : "stop" };
      return;
    }
    held = held.slice(sure);
  }
  if (held !== "") {
    yield take(held);
  }
  yield { kind: "finish", reason: left < 0 ? "length" : reason() };
}

async function* metered(
  events: AsyncIterable<CompletionEvent>,
  tap: AnswerTap,
  reported: (characters: number) => TokenUsage | undefined,
): AsyncGenerator<CompletionEvent> {
  let characters = 0;
  for await (const event of events) {
    if (event.kind === "finish") {
      const usage = reported(characters);
      if (usage) {
        tap.report(usage);
      }
      yield event;
      return;
    }
    characters += event.text.length;
    const mayGoOn = tap.add(event.text);
    yield event;
    if (!mayGoOn) {
      tap.cut();
      yield { kind: "finish", reason: "length" };
      return;
    }
  }
}

function choiceOf(text: string, reason: FinishReason | null): object {
  return { index: 0, text, logprobs: null, finish_reason: reason };
}

function estimatedUsage({ inputTokens }: CompletionCall, characters: number): TokenUsage {
  const outputTokens = Math.ceil(characters / 4);
  return { inputTokens, cachedTokens: 0, cacheWriteTokens: 0, outputTokens };
}

function usageJson({ inputTokens, outputTokens }: TokenUsage): object {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}
