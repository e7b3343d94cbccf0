import * as z from "zod/mini";

import { isRecord } from "../../../shared/base/json.ts";
import type { ToolDefinition } from "../../../shared/conversation/tool.ts";
import { type AgentTool, type Preparation, refused } from "./agentTool.ts";

const aliases: Readonly<Record<string, readonly string[]>> = {
  path: ["file_path", "filePath", "file", "filename", "target_file", "relative_path", "directory"],
  start_line: ["startLine", "start", "offset", "line_start", "from_line"],
  end_line: ["endLine", "end", "line_end", "to_line"],
  old_text: ["oldText", "old_string", "oldString", "old_str", "search", "old"],
  new_text: ["newText", "new_string", "newString", "new_str", "replace", "new"],
  replace_all: ["replaceAll"],
  near_line: ["nearLine"],
  content: ["contents", "text", "file_text"],
  query: ["pattern", "regex", "search"],
  is_regex: ["isRegex", "regexp"],
  case_sensitive: ["caseSensitive"],
  context_lines: ["contextLines"],
  include: ["glob", "include_pattern"],
  pattern: ["glob", "include"],
  patch: ["input", "patch_text", "patchText", "diff"],
  from: ["source", "old_path", "oldPath"],
  to: ["destination", "new_path", "newPath", "target"],
  command: ["cmd", "script"],
  purpose: ["description", "reason"],
  cwd: ["workdir", "working_directory", "workingDirectory"],
  background: ["run_in_background", "runInBackground", "is_background", "isBackground"],
  outside_sandbox: [
    "outsideSandbox",
    "justification",
    "with_escalated_permissions",
    "dangerouslyDisableSandbox",
    "dangerously_disable_sandbox",
  ],
  id: ["bash_id", "task_id", "shell_id"],
  wait_s: ["wait", "wait_seconds"],
  items: ["todos", "plan", "steps"],
};

/** Of the file that a tool reads or changes. */
export const filePath = z
  .string()
  .check(z.minLength(1), z.maxLength(4_000), z.describe("Relative to the workspace, or absolute."));

interface DeclaredTool<T extends z.ZodMiniObject> extends Omit<
  AgentTool,
  "definition" | "prepare"
> {
  readonly name: string;
  readonly description: string;
  readonly schema: T;
  readonly prepare: (args: z.infer<T>) => Preparation | Promise<Preparation>;
}

/** The model gets the JSON Schema of `schema`, which also checks its arguments. */
export function declaredTool<T extends z.ZodMiniObject>({
  name,
  description,
  schema,
  prepare,
  ...facts
}: DeclaredTool<T>): AgentTool {
  const definition = { name, description, inputSchema: inputSchemaOf(schema) };
  return {
    ...facts,
    definition,
    prepare: async (input) => {
      const parsed = toolArguments(definition, schema, input);
      return "problem" in parsed ? refused(parsed.problem) : await prepare(parsed.args);
    },
  };
}

interface Shape {
  readonly type?: unknown;
  readonly properties?: unknown;
  readonly items?: unknown;
}

/**
 * Accepts common other names, numbers and booleans as text, and one item outside its list. Otherwise a text for the
 * model that names the error.
 */
export function toolArguments<T extends z.ZodMiniType>(
  { name, inputSchema }: ToolDefinition,
  schema: T,
  input: unknown,
): { readonly args: z.infer<T> } | { readonly problem: string } {
  const parsed = schema.safeParse(inShape(input, inputSchema));
  if (parsed.success) {
    return { args: parsed.data };
  }
  const what = wrongText(parsed.error.issues[0]);
  const shape = JSON.stringify(inputSchema["properties"]).replaceAll(
    /,?"description":"[^"]*"/gu,
    "",
  );
  return {
    problem: `Not done, nothing was changed. ${what}. ${name} takes ${shape.slice(0, 400)}`,
  };
}

const units: ReadonlyMap<string, string> = new Map([
  ["string", " characters"],
  ["array", " items"],
]);

function wrongText(issue: z.core.$ZodIssue | undefined): string {
  const place = issue?.path.join(".") ?? "";
  if (place === "") {
    return "The arguments are wrong";
  }
  const name = `The argument "${place}"`;
  if (issue?.code !== "too_big") {
    return `${name} is missing or wrong`;
  }
  const unit = units.get(issue.origin) ?? "";
  return `${name} is larger than ${issue.maximum}${unit}`;
}

function inShape(value: unknown, shape: Shape): unknown {
  switch (shape.type) {
    case "object":
      return isRecord(value) && isRecord(shape.properties)
        ? fieldsOf(value, shape.properties)
        : value;
    case "array":
      return listOf(value, shape.items);
    case "integer":
      return typeof value === "string" && wholeNumber.test(value) ? Number(value) : value;
    case "boolean":
      return truthValues.get(value) ?? value;
    default:
      return value;
  }
}

const wholeNumber = /^\s*-?\d{1,9}\s*$/u;
const truthValues = new Map<unknown, boolean>([
  ["true", true],
  ["false", false],
]);

function listOf(value: unknown, items: unknown): unknown {
  const list: unknown = isRecord(value) ? [value] : value;
  return Array.isArray(list) && isRecord(items)
    ? list.map((item: unknown) => inShape(item, items))
    : value;
}

function fieldsOf(
  value: Readonly<Record<string, unknown>>,
  properties: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const rest = new Map(Object.entries(value).filter(([, inner]) => inner !== null));
  const result: Record<string, unknown> = {};
  for (const [key, shape] of Object.entries(properties)) {
    const others = (aliases[key] ?? []).filter((alias) => !Object.hasOwn(properties, alias));
    const found = [key, ...others].find((name) => rest.has(name));
    if (found !== undefined) {
      result[key] = inShape(rest.get(found), isRecord(shape) ? shape : {});
      rest.delete(found);
    }
  }
  return withLooseItem(result, rest, properties);
}

function withLooseItem(
  result: Record<string, unknown>,
  rest: ReadonlyMap<string, unknown>,
  properties: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const list = Object.entries(properties).find(
    ([key, shape]) => isRecord(shape) && shape["type"] === "array" && !(key in result),
  );
  if (!list || rest.size === 0) {
    return result;
  }
  const [key, shape] = list;
  const items = isRecord(shape) ? shape["items"] : undefined;
  return isRecord(items)
    ? { ...result, [key]: [inShape(Object.fromEntries(rest), items)] }
    : result;
}

const unshown = ["minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems"] as const;

/** What a model reads of the arguments. The bounds that matter to a model are in the descriptions. */
function inputSchemaOf(schema: z.ZodMiniObject): ToolDefinition["inputSchema"] {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => {
      for (const key of unshown) {
        delete jsonSchema[key];
      }
      if (jsonSchema.type === "object") {
        jsonSchema.required ??= [];
      }
    },
  });
  return inputSchema;
}
