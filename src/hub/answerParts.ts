import { isRecord } from "../shared/json.ts";
import type { StreamEvent } from "./chatTypes.ts";
import { isErrorObject } from "./errorObject.ts";
import { isMessageEvent } from "./messageReader.ts";

/** Whether an event of a stream is an error, by its name or by its fields. */
export function isError(event: string | undefined, value: unknown): boolean {
  return event === "error" || (!isMessageEvent(value) && isErrorObject(value));
}

export function isWholeCompletion(value: unknown): boolean {
  return isRecord(value) && Array.isArray(value["choices"]) && value["choices"].length > 0;
}

/** Adds the type of a part from the name of its event: some servers send it only there. */
export function typed(value: unknown, event: string | undefined): unknown {
  return isRecord(value) && value["type"] === undefined && isMessageEvent({ type: event })
    ? { ...value, type: event }
    : value;
}

/** Whether an event of this name belongs to the answer and so must be JSON. Events of other names are ignored. */
export function isPartOfAnswer(name: string | undefined): boolean {
  return name === undefined || /^message(?:_|$)|^content_block_/u.test(name);
}

/** Whether an event is something a person sees. The answer counts as begun with the first such event. */
export function isContent({ kind }: StreamEvent): boolean {
  return kind === "textDelta" || kind === "reasoningDelta";
}
