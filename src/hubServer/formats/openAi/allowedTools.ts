import { invalidField } from "../../http/invalidField.ts";
import { fieldsOf, listOf, stringOf } from "../base/fields.ts";
import type { ToolDefinition, ToolUse } from "../base/modelRequest.ts";

/** The allowed tools of OpenAI's choice, which Anthropic lacks; undefined for another choice. */
export function allowedTools(
  choice: unknown,
  tools: readonly ToolDefinition[],
): { readonly tools: readonly ToolDefinition[]; readonly toolUse: ToolUse } | undefined {
  const { type, allowed_tools: inner } = fieldsOf(choice);
  if (type !== "allowed_tools") {
    return undefined;
  }
  const { mode = "auto", tools: listed } = fieldsOf(inner ?? choice);
  const names = new Set(listOf(listed).map(nameOf));
  const allowed = tools.filter(({ name }) => names.has(name));
  if ((mode !== "auto" && mode !== "required") || allowed.length === 0) {
    throw invalidField(
      "tool_choice.allowed_tools",
      'its mode must be "auto" or "required", and its tools must be among those of the request',
    );
  }
  return { tools: allowed, toolUse: { kind: mode } };
}

function nameOf(tool: unknown): string | undefined {
  const { function: definition, name } = fieldsOf(tool);
  return stringOf(fieldsOf(definition)["name"]) ?? stringOf(name);
}
