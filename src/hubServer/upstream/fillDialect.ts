import { isRecord } from "../../shared/base/json.ts";
import { countOf, type Fields, fieldsOf, listOf, stringOf } from "../formats/base/fields.ts";
import { fimPrompt, type PromptForm, withoutControls } from "../formats/fimTemplates.ts";
import { openAiUsage } from "../formats/openAi/openAiFields.ts";
import { finishReasonOf, type ToldEnd } from "../models/completionAnswer.ts";
import { type CompletionCall, completionOrder } from "../models/completionCall.ts";
import type { FillForm } from "../models/modelSource.ts";

export interface FillRequest {
  /** The path; with `isUnversioned` relative to the address without the API's version. */
  readonly path: string;
  readonly isUnversioned: boolean;
  readonly body: Fields;
  readonly stops: readonly string[];
}

export function fillRequest(form: FillForm, call: CompletionCall, model: string): FillRequest {
  switch (form) {
    case "infill":
      return infillRequest(call, model);
    case "mistral":
      return mistralRequest(call, model);
    default:
      return legacyRequest(form, call, model);
  }
}

function legacyRequest(form: PromptForm, call: CompletionCall, model: string): FillRequest {
  const order = completionOrder(call);
  const { prompt, suffix, stops: own } = fimPrompt(form, order);
  const { hub: _hub, stream_options: _options, ...parameters } = call.fields;
  const stops = [...order.stops, ...own];
  return {
    path: "/completions",
    isUnversioned: false,
    stops,
    body: {
      ...parameters,
      model,
      prompt,
      suffix,
      ...(stops.length > 0 && { stop: stops }),
      stream: call.isStreamed,
      ...(call.isStreamed && { stream_options: { include_usage: true } }),
    },
  };
}

/** https://docs.mistral.ai/api/endpoint/fim */
function mistralRequest(call: CompletionCall, model: string): FillRequest {
  const { before, after, stops, path, context } = withoutControls("mistral", completionOrder(call));
  const parts = context.map((part) => `+++++ ${part.path}\n${part.text}\n`).join("");
  const { max_tokens, temperature, top_p, seed } = call.fields;
  return {
    path: "/fim/completions",
    isUnversioned: false,
    stops,
    body: {
      model,
      prompt: parts === "" ? before : `${parts}+++++ ${path ?? ""}\n${before}`,
      suffix: after,
      max_tokens,
      temperature,
      top_p,
      random_seed: seed,
      ...(stops.length > 0 && { stop: stops }),
      stream: call.isStreamed,
    },
  };
}

/** https://github.com/ggml-org/llama.cpp/tree/master/tools/server */
function infillRequest(call: CompletionCall, model: string): FillRequest {
  const { before, after, stops, context } = completionOrder(call);
  const { max_tokens, temperature, top_p, seed } = call.fields;
  return {
    path: "/infill",
    isUnversioned: true,
    stops,
    body: {
      model,
      input_prefix: before,
      input_suffix: after,
      input_extra: context.map(({ path, text }) => ({ filename: path, text })),
      n_predict: max_tokens,
      temperature,
      top_p,
      seed,
      stop: stops,
      stream: call.isStreamed,
      cache_prompt: true,
    },
  };
}

export interface FillPiece {
  readonly text: string;
  readonly end?: ToldEnd;
}

export function readFillPiece(fields: Fields): FillPiece | undefined {
  return fields["choices"] === undefined ? infillPiece(fields) : choicePiece(fields);
}

function choicePiece(fields: Fields): FillPiece {
  const [first] = listOf(fields["choices"]);
  const { text, delta, message, finish_reason: reason } = fieldsOf(first);
  const { content } = fieldsOf(delta ?? message);
  const { usage: told } = fields;
  const usage =
    isRecord(told) && told["completion_tokens"] !== undefined ? openAiUsage(told) : undefined;
  const isEnd = stringOf(reason) !== undefined;
  return {
    text: stringOf(text) ?? stringOf(content) ?? "",
    ...((isEnd || usage) && {
      end: { ...(isEnd && { reason: finishReasonOf(reason) }), ...(usage && { usage }) },
    }),
  };
}

function infillPiece(fields: Fields): FillPiece | undefined {
  const text = stringOf(fields["content"]);
  if (text === undefined) {
    return undefined;
  }
  const isCut = fields["stop_type"] === "limit" || fields["stopped_limit"] === true;
  const { tokens_evaluated: input, tokens_predicted: output } = fields;
  const usage = output === undefined ? undefined : plainUsage(countOf(input), countOf(output));
  return fields["stop"] === true
    ? { text, end: { reason: isCut ? "length" : "stop", ...(usage && { usage }) } }
    : { text };
}

function plainUsage(inputTokens: number, outputTokens: number): ToldEnd["usage"] {
  return { inputTokens, cachedTokens: 0, cacheWriteTokens: 0, outputTokens };
}
