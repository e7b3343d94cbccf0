import { isRecord } from "../../shared/base/json.ts";
import { isErrorObject } from "../errors/errorObject.ts";
import type { StreamEvent } from "./chatTypes.ts";
import { isMessageEvent } from "./messageReader.ts";

export function isError(event: string | undefined, value: unknown): boolean {
  return event === "error" || (!isMessageEvent(value) && isErrorObject(value));
}

export function isWholeCompletion(value: unknown): boolean {
  return isRecord(value) && Array.isArray(value["choices"]) && value["choices"].length > 0;
}

export function typed(value: unknown, event: string | undefined): unknown {
  return isRecord(value) && value["type"] === undefined && isMessageEvent({ type: event })
    ? { ...value, type: event }
    : value;
}

export function isPartOfAnswer(name: string | undefined): boolean {
  return name === undefined || /^message(?:_|$)|^content_block_/u.test(name);
}

export function isContent({ kind }: StreamEvent): boolean {
  return kind === "textDelta" || kind === "reasoningDelta";
}
