import type { Clock } from "../../shared/base/clock.ts";
import { parseFields } from "../formats/base/fields.ts";
import type { AnswerOrder } from "../governance/budgets/admission.ts";
import { answerHeader } from "../governance/policy/inspection.ts";
import type { HubResponse, StreamBody } from "../http/message.ts";
import { hasRepeatedKey } from "../models/jsonScan.ts";
import type { ApiFormat } from "../store/records.ts";
import { AnswerGuard } from "./answerGuard.ts";
import { GuardedStream } from "./guardedStream.ts";
import { KnownValues, type SentRequest } from "./knownValues.ts";
import { noReading, objectOf, wholeSlot, writtenJson } from "./slot.ts";

interface Asked {
  readonly request: SentRequest;
  readonly format: ApiFormat;
  readonly order: AnswerOrder;
  readonly clock: Clock;
}

/** Guards one answer. Create it before the model is asked: a large request is searched meanwhile. */
export class AnswerProtection {
  readonly #asked: Asked;
  readonly #known: KnownValues;

  constructor(asked: Asked) {
    this.#asked = asked;
    this.#known = new KnownValues(asked.request, asked.order.rules);
  }

  async guard(response: HubResponse): Promise<HubResponse> {
    if (response.status >= 300) {
      return response;
    }
    await this.#known.ready();
    const { format, order } = this.#asked;
    const guard = new AnswerGuard(format, order.rules, this.#known);
    return typeof response.body === "function"
      ? { ...response, body: this.#stream(response.body, guard) }
      : this.#whole({ ...response, body: response.body }, guard);
  }

  async #whole(
    response: HubResponse & { readonly body: string | Uint8Array },
    guard: AnswerGuard,
  ): Promise<HubResponse> {
    const { body } = response;
    const headers: Record<string, string> = { ...response.headers };
    const text = typeof body === "string" ? body : new TextDecoder().decode(body);
    const answer = objectOf(parseFields(text));
    const { pieces, wholes, clearTokens, clearSignatures } = answer
      ? guard.read(answer)
      : noReading;
    const unknown = { text };
    const slots = answer ? [...pieces, ...wholes] : [wholeSlot(unknown, "text", false)];
    // Of a key that is there twice, a client may read the value that was not looked at.
    let isChanged = answer !== undefined && hasRepeatedKey(text);
    for (const slot of slots) {
      isChanged = (await guard.maskLong(slot)) || isChanged;
    }
    const { findings, hasMaskedReasoning } = guard;
    if (findings.length > 0) {
      await this.#asked.order.note(findings);
      headers["x-hub-dlp-answer"] = answerHeader(findings);
    }
    if (!isChanged) {
      return { ...response, headers };
    }
    clearTokens();
    if (hasMaskedReasoning) {
      clearSignatures();
    }
    return { ...response, headers, body: answer ? writtenJson(answer) : unknown.text };
  }

  #stream(body: StreamBody, guard: AnswerGuard): StreamBody {
    const { clock, order } = this.#asked;
    return async (sink) => {
      const guarded = new GuardedStream(guard, sink, clock);
      try {
        await body(guarded);
      } finally {
        guarded.end();
        const { findings } = guard;
        if (findings.length > 0) {
          sink.write(`: hub-dlp-answer ${answerHeader(findings)}\n\n`);
          await order.note(findings);
        }
      }
    };
  }
}
