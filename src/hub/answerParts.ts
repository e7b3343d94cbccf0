import { isRecord } from "../shared/json.ts";
import type { StreamEvent } from "./chatTypes.ts";
import { isErrorObject } from "./errorSignals.ts";
import { isMessageEvent } from "./messageReader.ts";

/** Whether an event of a stream is an error, by its name or by what it says. */
export function isError(event: string | undefined, value: unknown): boolean {
  return event === "error" || (!isMessageEvent(value) && isErrorObject(value));
}

export function isWholeCompletion(value: unknown): boolean {
  return isRecord(value) && Array.isArray(value["choices"]) && value["choices"].length > 0;
}

/** Some servers give the type of a part only as the name of its event. */
export function typed(value: unknown, event: string | undefined): unknown {
  return isRecord(value) && value["type"] === undefined && isMessageEvent({ type: event })
    ? { ...value, type: event }
    : value;
}

/** Whether an event of this name has to be JSON; others are nobody's business. */
export function isPartOfAnswer(name: string | undefined): boolean {
  return name === undefined || /^message(?:_|$)|^content_block_/u.test(name);
}

/** Content is what a person sees; only it counts as the answer having begun. */
export function isContent({ kind }: StreamEvent): boolean {
  return kind === "textDelta" || kind === "reasoningDelta";
}
