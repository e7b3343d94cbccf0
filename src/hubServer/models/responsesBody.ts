import * as z from "zod/mini";

import { type Fields, fieldsOf, listOf, stringOf } from "../formats/base/fields.ts";
import { invalidField } from "../http/invalidField.ts";

const id = z.nullish(z.string().check(z.maxLength(500)));

/** An item of a request; the model's server judges unknown types. */
const itemSchema = z.looseObject({
  type: z.nullish(z.string().check(z.maxLength(100))),
  role: z.nullish(z.string().check(z.maxLength(50))),
  id,
  call_id: id,
  name: z.nullish(z.string().check(z.maxLength(500))),
  namespace: z.nullish(z.string().check(z.maxLength(500))),
  arguments: z.nullish(z.string()),
  encrypted_content: z.nullish(z.string()),
});

export const responsesFields = {
  input: z.union([z.string(), z.array(itemSchema).check(z.maxLength(50_000))]),
  instructions: z.nullish(z.string()),
  store: z.nullish(z.boolean()),
  background: z.nullish(z.boolean()),
  previous_response_id: z.nullish(z.unknown()),
  conversation: z.nullish(z.unknown()),
};

/** Refuses a request that needs an earlier response: the hub stores none. */
export function checkStateless(fields: Fields): void {
  const advice = 'this hub keeps no responses. Send all items in "input", with "store" false';
  for (const name of ["previous_response_id", "conversation"]) {
    if ((fields[name] ?? null) !== null) {
      throw invalidField(name, advice);
    }
  }
  if (fields["background"] === true) {
    throw invalidField("background", `${advice}, and wait for the answer`);
  }
  const at = listOf(fields["input"]).findIndex(
    (item) => fieldsOf(item)["type"] === "item_reference",
  );
  if (at >= 0) {
    throw invalidField(`input[${at}]`, advice);
  }
}

const outputs = new Map<unknown, string>([
  ["function_call_output", "function_call"],
  ["custom_tool_call_output", "custom_tool_call"],
]);

/** Refuses repeated ids, and an output without its call: servers differ on them. */
export function checkItems({ input }: Fields): void {
  const ids = new Set<string>();
  const calls = new Set<string>();
  for (const [at, item] of listOf(input).map(fieldsOf).entries()) {
    const { type, id: given, call_id: callId } = item;
    const own = stringOf(given) ?? "";
    if (own !== "" && ids.has(own)) {
      throw invalidField(`input[${at}].id`, "another item has the same id");
    }
    ids.add(own);
    const call = outputs.get(type);
    const key = `${call ?? String(type)} ${stringOf(callId) ?? ""}`;
    if (call !== undefined && !calls.has(key)) {
      throw invalidField(`input[${at}].call_id`, "no item before it is a call with this id");
    }
    calls.add(key);
  }
}

/** True if the request may bring tools, by an item or by a template of the vendor. */
export function bringsTools({ input, prompt }: Fields): boolean {
  return (
    (prompt ?? null) !== null ||
    listOf(input).some((item) => {
      const { type, tools } = fieldsOf(item);
      return type === "additional_tools" || (Array.isArray(tools) && tools.length > 0);
    })
  );
}
