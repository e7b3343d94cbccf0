import { AnswerProtection } from "../../../../src/hubServer/answers/guardedAnswer.ts";
import type { SentRequest } from "../../../../src/hubServer/answers/knownValues.ts";
import type { AnswerOrder } from "../../../../src/hubServer/governance/budgets/admission.ts";
import type { StreamBody } from "../../../../src/hubServer/http/message.ts";
import type { ApiFormat } from "../../../../src/hubServer/store/records.ts";
import type { BodySink } from "../../../../src/shared/base/bodySink.ts";
import { forEachKind, maskOf } from "../../../../src/shared/guarded/sensitiveKinds.ts";
import { FakeClock } from "../../../support/fakeClock.ts";

export const cpf = "529.982.247-25";
export const mail = "ana.paula@empresa.com.br";
export const mask = maskOf("cpf");

export class Client implements BodySink {
  text = "";
  readonly write = (bytes: Uint8Array | string): boolean => {
    this.text += typeof bytes === "string" ? bytes : new TextDecoder().decode(bytes);
    return true;
  };
  readonly drained = (): Promise<void> => Promise.resolve();
}

export interface Passed {
  readonly client: Client;
  readonly clock: FakeClock;
  readonly noted: unknown[];
}

const small: SentRequest = { fields: { messages: [{ role: "user", content: "hi" }] } };

export async function pass(
  format: ApiFormat,
  body: (sink: BodySink, passed: Passed) => Promise<void>,
  request = small,
) {
  const passed: Passed = { client: new Client(), clock: new FakeClock(), noted: [] };
  const order: AnswerOrder = {
    rules: forEachKind(() => "mask"),
    note: (findings) => {
      passed.noted.push(...findings);
      return Promise.resolve();
    },
  };
  const protection = new AnswerProtection({ request, format, order, clock: passed.clock });
  const guarded = await protection.guard({
    status: 200,
    headers: { "content-type": "text/event-stream" },
    body: (sink) => body(sink, passed),
  });
  await (guarded.body as StreamBody)(passed.client);
  return passed;
}

/** The stream in pieces of these numbers of bytes. */
export async function passBytes(format: ApiFormat, stream: string, sizes: readonly number[]) {
  const bytes = Buffer.from(stream);
  return pass(format, (sink) => {
    for (let at = 0, index = 0; at < bytes.length; index += 1) {
      const size = sizes[index % sizes.length] ?? 1;
      sink.write(bytes.subarray(at, at + size));
      at += size;
    }
    return Promise.resolve();
  });
}

export const head = { id: "c", object: "chat.completion.chunk", created: 1, model: "m" };

export function chunk(delta: object, index = 0, reason: string | null = null): object {
  return { ...head, choices: [{ index, delta, finish_reason: reason }] };
}
