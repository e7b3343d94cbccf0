import { isRecord } from "../../../shared/base/json.ts";
import { invalidField } from "../../http/invalidField.ts";
import { type Fields, fieldsOf, listOf, stringOf } from "../base/fields.ts";
import type { ToolDefinition } from "../base/modelRequest.ts";
import { clientMark } from "../base/promptCache.ts";
import type { SentTool } from "../base/sentTool.ts";

export interface ReadTools {
  readonly tools: readonly ToolDefinition[];
  readonly names: ReadonlyMap<string, SentTool>;
}

const localShell: ToolDefinition = {
  name: "local_shell",
  description: "Runs a command on the user's machine and returns its output.",
  schema: {
    type: "object",
    properties: {
      command: { type: "array", items: { type: "string" }, description: "The command's words" },
      working_directory: { type: "string" },
      timeout_ms: { type: "integer" },
    },
    required: ["command"],
  },
  isStrict: undefined,
};

/**
 * Reads the tools. Refuses tools that the vendor runs, because another model would answer as if it had nothing to
 * search.
 */
export function readTools(given: unknown): ReadTools {
  const tools: ToolDefinition[] = [];
  const names = new Map<string, SentTool>();
  const add = (tool: Fields, place: string, namespace?: string): void => {
    const name = stringOf(tool["name"]) ?? "";
    switch (tool["type"]) {
      case "function":
      case "custom": {
        const isCustom = tool["type"] === "custom";
        const sent = sentName(name, namespace);
        tools.push({ ...(isCustom ? customTool(tool) : functionTool(tool)), name: sent });
        if (isCustom || namespace !== undefined) {
          names.set(sent, {
            name,
            ...(isCustom && { form: "custom" }),
            ...(namespace !== undefined && { namespace }),
          });
        }
        return;
      }
      case "local_shell":
        tools.push(localShell);
        names.set(localShell.name, { name: localShell.name, form: "localShell" });
        return;
      case "namespace":
        for (const [at, inner] of listOf(tool["tools"]).entries()) {
          add(fieldsOf(inner), `${place}.tools[${at}]`, name);
        }
        return;
      default:
        throw withoutTool(tool, place);
    }
  };
  for (const [at, tool] of listOf(given).entries()) {
    add(fieldsOf(tool), `tools[${at}]`);
  }
  return { tools, names };
}

export function sentName(name: string, namespace: string | undefined): string {
  return namespace === undefined ? name : `${namespace}__${name}`;
}

function withoutTool(tool: Fields, place: string): Error {
  const kind = stringOf(tool["type"])?.slice(0, 50) ?? "unknown";
  return invalidField(
    place,
    `the server of this model does not have the tool "${kind}". Turn it off in the client`,
  );
}

function functionTool(tool: Fields): ToolDefinition {
  const { name, description, parameters, strict } = tool;
  return {
    name: stringOf(name) ?? "",
    description: stringOf(description),
    schema: isRecord(parameters) ? parameters : { type: "object", properties: {} },
    isStrict: typeof strict === "boolean" ? strict : undefined,
    ...clientMark(tool),
  };
}

function customTool(tool: Fields): ToolDefinition {
  const { type, syntax, definition } = fieldsOf(tool["format"]);
  const grammar =
    type === "grammar"
      ? `The input must match this ${stringOf(syntax) ?? ""} grammar:\n${stringOf(definition) ?? ""}`
      : "";
  const texts = [stringOf(tool["description"]) ?? "", grammar].filter((text) => text !== "");
  return {
    name: "",
    description: texts.length > 0 ? texts.join("\n\n") : undefined,
    schema: {
      type: "object",
      properties: { input: { type: "string", description: "The tool's whole input" } },
      required: ["input"],
      additionalProperties: false,
    },
    isStrict: undefined,
  };
}
