import type { IncomingMessage } from "node:http";

import type { Clock } from "../../shared/clock.ts";
import type { FimForm } from "../../shared/fimForms.ts";
import { countOf, fieldsOf, isFields, listOf, parseFields, stringOf } from "../formats/fields.ts";
import { fimPrompt } from "../formats/fimTemplates.ts";
import type { HubResponse } from "../http/message.ts";
import { completionAnswer, finishReasonOf } from "../models/completionAnswer.ts";
import { type CompletionCall, completionOrder } from "../models/completionCall.ts";
import type { AnswerTap, CallContext } from "../models/modelSource.ts";
import { readText, UpstreamFailure } from "./upstreamHttp.ts";

const maxAnswerBytes = 1024 * 1024;

/** The body for `/completions` of a server that fills in by this form and knows the model as `model`. */
export function fillRequest(form: FimForm, call: CompletionCall, model: string): string {
  const order = completionOrder(call);
  const { prompt, suffix, stops } = fimPrompt(form, order);
  const { hub: _hub, stream_options: _options, ...parameters } = call.fields;
  const stop = [...order.stops, ...stops];
  return JSON.stringify({
    ...parameters,
    model,
    prompt,
    suffix,
    ...(stop.length > 0 && { stop }),
    stream: false,
  });
}

/** A server's whole answer to it, in the form that the call asks for. Rejects with an `UpstreamFailure`. */
export async function filledAnswer(
  incoming: IncomingMessage,
  {
    form,
    call,
    context,
  }: {
    readonly form: FimForm;
    readonly call: CompletionCall;
    readonly context: CallContext;
  },
  clock: Clock,
): Promise<HubResponse> {
  const answer = parseFields(await readText(incoming, maxAnswerBytes));
  const [choice] = listOf(answer?.["choices"]);
  const { text: given, finish_reason: reason } = fieldsOf(choice);
  const text = stringOf(given);
  if (text === undefined) {
    throw new UpstreamFailure("notAModelServer");
  }
  const order = completionOrder(call);
  const { stops } = fimPrompt(form, order);
  return completionAnswer(
    call,
    { tap: reporting(context.tap, answer?.["usage"]) },
    { texts: [text], stops: [...order.stops, ...stops], clock, end: finishReasonOf(reason) },
  );
}

/** Reports the server's own usage; without one the hub's estimate counts. */
function reporting(tap: AnswerTap, usage: unknown): AnswerTap {
  const report = (): void => {
    if (isFields(usage)) {
      tap.report({
        inputTokens: countOf(usage["prompt_tokens"]),
        cachedTokens: 0,
        cacheWriteTokens: 0,
        outputTokens: countOf(usage["completion_tokens"]),
      });
    }
  };
  return { ...tap, report };
}
