import type { TextPlace } from "../shared/guarded/dataProtection.ts";

const placesByKey: ReadonlyMap<string, TextPlace> = new Map([
  ["system", "system"],
  ["instructions", "system"],
]);

/** Anthropic's and the Responses API's instructions are fields of the body. */
export function placeOfField(key: string): TextPlace | undefined {
  return placesByKey.get(key);
}

const placesByRole: ReadonlyMap<unknown, TextPlace> = new Map([
  ["system", "system"],
  ["developer", "system"],
  ["tool", "tools"],
  ["function", "tools"],
]);

const placesByType: ReadonlyMap<unknown, TextPlace> = new Map([
  ["tool_result", "tools"],
  ["function_call_output", "tools"],
  ["custom_tool_call_output", "tools"],
  ["document", "files"],
  ["file", "files"],
  ["input_file", "files"],
]);

/** The place of a message or a part; the innermost one counts. */
export function placeOfPart({
  role,
  type,
}: Readonly<Record<string, unknown>>): TextPlace | undefined {
  return placesByType.get(type) ?? placesByRole.get(role);
}
