import { type Fields, fieldsOf, listOf } from "./fields.ts";

/** Anthropic needs ids. A result without an id belongs to the oldest call without a result. */
export function withCallIds(fields: Fields): Fields {
  const open: string[] = [];
  const messages = listOf(fields["messages"]).map((value, index) => {
    const message = fieldsOf(value);
    if (message["role"] === "tool") {
      const id = isNothing(message["tool_call_id"]) ? open.shift() : undefined;
      return id === undefined ? value : { ...message, tool_call_id: id };
    }
    const calls = listOf(message["tool_calls"]).map(fieldsOf);
    return calls.some(({ id }) => isNothing(id))
      ? {
          ...message,
          tool_calls: calls.map((call, at) => named(call, `call_${index}_${at}`, open)),
        }
      : value;
  });
  return { ...fields, messages };
}

function named(call: Fields, id: string, open: string[]): Fields {
  if (!isNothing(call["id"])) {
    return call;
  }
  open.push(id);
  return { ...call, id };
}

export function isNothing(id: unknown): boolean {
  return id === undefined || id === null || id === "";
}
