import { isRecord } from "../../shared/base/json.ts";
import { isErrorObject } from "../errors/errorObject.ts";
import type { StreamEvent } from "./chatTypes.ts";
import { isMessageEvent } from "./messageReader.ts";

/** By the event's name or its fields. */
export function isError(event: string | undefined, value: unknown): boolean {
  return event === "error" || (!isMessageEvent(value) && isErrorObject(value));
}

export function isWholeCompletion(value: unknown): boolean {
  return isRecord(value) && Array.isArray(value["choices"]) && value["choices"].length > 0;
}

/** Some servers send the type only as the event's name. */
export function typed(value: unknown, event: string | undefined): unknown {
  return isRecord(value) && value["type"] === undefined && isMessageEvent({ type: event })
    ? { ...value, type: event }
    : value;
}

/** True if the event must be JSON. Events with other names are ignored. */
export function isPartOfAnswer(name: string | undefined): boolean {
  return name === undefined || /^message(?:_|$)|^content_block_/u.test(name);
}

/** The first visible event starts the answer. */
export function isContent({ kind }: StreamEvent): boolean {
  return kind === "textDelta" || kind === "reasoningDelta";
}
