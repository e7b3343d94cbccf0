import { isRecord } from "../../../shared/base/json.ts";
import { type Fields, fieldsOf, listOf, stringOf } from "../base/fields.ts";

/** True for a client with the older form, which expects one `function_call` per answer. */
export function hasOlderFunctions({ functions, tools }: Fields): boolean {
  return isGiven(functions) && !isGiven(tools);
}

/** Changes older calls to tools. They have no ids: a result belongs to the call before it. */
export function withTools(fields: Fields): Fields {
  const messages = withToolMessages(listOf(fields["messages"]));
  if (!hasOlderFunctions(fields)) {
    return { ...fields, messages };
  }
  const { functions, function_call: choice, ...rest } = fields;
  return {
    ...rest,
    messages,
    tools: listOf(functions).map((definition) => ({ type: "function", function: definition })),
    parallel_tool_calls: false,
    ...(isGiven(choice) && {
      tool_choice: isRecord(choice) ? { type: "function", function: choice } : choice,
    }),
  };
}

function withToolMessages(messages: readonly unknown[]): readonly unknown[] {
  let lastId: string | undefined;
  return messages.map((value, index) => {
    const message = fieldsOf(value);
    const { function_call: call, ...rest } = message;
    if (isRecord(call) && !isGiven(message["tool_calls"])) {
      lastId = `call_${index}`;
      return { ...rest, tool_calls: [{ id: lastId, type: "function", function: call }] };
    }
    if (message["role"] === "function" && message["tool_call_id"] === undefined) {
      return { ...message, tool_call_id: lastId ?? stringOf(message["name"]) };
    }
    return value;
  });
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
