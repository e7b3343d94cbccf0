import { isRecord, parseJson } from "../../shared/json.ts";

const recordSeparator = "\u001E";
/** What services put before JSON so that a page cannot run it as a script. */
const guard = /^\s*(?:\)\]\}',?|while\s*\(1\)\s*;|for\s*\(;;\)\s*;)\s*/u;
const callback = /^\s*(?:\/\*\*\/)?\s*[\w$.[\]]{1,100}\s*\((?=\s*[[{])/u;
const callbackEnd = /\)\s*;?\s*$/u;
const eventStream = /^(?:(?:data|event|id|retry):|:)/u;

/**
 * The JSON in an answer that has something around it: JSONP, a guard against scripts, a JSON text sequence (RFC 7464) or
 * server-sent events. Of several values, an array. Undefined for any other text, and if one of the values is cut off.
 */
export function framedJson(text: string): unknown {
  const start = text.slice(0, 200);
  const [frame] = guard.exec(start) ?? callback.exec(start) ?? [];
  if (frame !== undefined) {
    const body = text.slice(frame.length);
    return parseJson(frame.includes("(") ? body.replace(callbackEnd, "") : body) ?? parseJson(body);
  }
  if (start.startsWith(recordSeparator)) {
    return valuesOf(text.split(recordSeparator).slice(1));
  }
  return eventStream.test(start) ? valuesOf(eventsIn(text)) : undefined;
}

function valuesOf(texts: readonly string[]): unknown {
  const values = texts.map(parseJson);
  const isWhole =
    values.length > 0 && values.every((value) => isRecord(value) || Array.isArray(value));
  return isWhole ? (values.length === 1 ? values[0] : values) : undefined;
}

/** The data of each event; `[DONE]` is only the end of the stream. */
function eventsIn(text: string): readonly string[] {
  return text
    .split(/\r?\n\r?\n/u)
    .map((event) =>
      event
        .split(/\r?\n/u)
        .filter((line) => line.startsWith("data:"))
        .map((line) => line.slice("data:".length))
        .join("\n")
        .trim(),
    )
    .filter((data) => data !== "" && data !== "[DONE]");
}
