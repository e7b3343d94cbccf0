import { ErrorText } from "../../src/hub/errors/errorText.ts";
import { AnswerBody } from "../../src/hub/wire/answerBody.ts";
import type { StreamEvent } from "../../src/hub/wire/chatTypes.ts";

export const encode = (text: string) => new TextEncoder().encode(text);
export const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
export const choice = (fields: unknown) => event({ model: "m1", choices: [fields] });
export const delta = (fields: unknown) => choice({ index: 0, delta: fields });
export const finish = (reason: string) => choice({ index: 0, delta: {}, finish_reason: reason });
export const tool = (fields: unknown) => delta({ tool_calls: [fields] });
export const done = "data: [DONE]\n\n";

export function read(pieces: readonly Uint8Array[]) {
  const answer = new AnswerBody({
    requestId: undefined,
    costs: {},
    onContent: () => undefined,
    onEnd: () => undefined,
  });
  const events: StreamEvent[] = [];
  for (const piece of pieces) {
    if (!answer.problem) {
      events.push(...answer.push(piece));
    }
  }
  events.push(...answer.end());
  const { problem } = answer;
  return {
    events: merged(events),
    problem: problem instanceof ErrorText ? "upstream_error" : problem?.kind,
  };
}

/**
 * Joins neighbouring deltas of one kind: tests compare their order, not how they are cut into
 * events.
 */
export function merged(events: readonly StreamEvent[]): readonly StreamEvent[] {
  const result: StreamEvent[] = [];
  for (const next of events) {
    const last = result.at(-1);
    const isMore =
      (next.kind === "textDelta" || next.kind === "reasoningDelta") && last?.kind === next.kind;
    if (isMore) {
      result[result.length - 1] = { ...last, text: last.text + next.text };
    } else {
      result.push(next);
    }
  }
  return result;
}

export function readText(body: string) {
  const { events, problem } = read([encode(body)]);
  const text = events.map((one) => (one.kind === "textDelta" ? one.text : "")).join("");
  const reasoning = events.map((one) => (one.kind === "reasoningDelta" ? one.text : "")).join("");
  const calls = events.flatMap((one) => (one.kind === "toolCall" ? one.call : []));
  const reason = events.flatMap((one) => (one.kind === "finished" ? one.reason : [])).at(0);
  return { text, reasoning, calls, reason, problem };
}

/** The failures in an answer's notices. */
export function noticesIn(body: string) {
  return read([encode(body)]).events.flatMap((one) => (one.kind === "notice" ? one.failure : []));
}

/** One chunk of text, as in a stream. */
export function chunkOf(content: string): string {
  return delta({ content });
}

/** A whole stream with one text. */
export function streamOf(content: string): string {
  return chunkOf(content) + finish("stop") + done;
}
