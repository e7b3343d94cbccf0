import { isRecord } from "../../shared/base/json.ts";
import type { ToolDefinition } from "../../shared/conversation/tool.ts";
import { type SellerCallId, sellerCall } from "../contract/calls.ts";
import { sellerTools } from "../contract/toolSchemas.ts";

export interface SellerToolDefinition extends ToolDefinition {
  readonly call: SellerCallId;
  readonly title: { readonly en: string; readonly ptBr: string };
  readonly isWrite: boolean;
}

/** The name of our own argument that filters a list, because the portal cannot search. */
export const filterArgument = "filtro";

const filterSchema = {
  type: "string",
  maxLength: 200,
  description: "only entries with these words; searched after reading, not by the portal",
};

export const sellerToolDefinitions: readonly SellerToolDefinition[] = sellerTools.map(
  ({ call, name, description, parameters }) => {
    const { title, isWrite, response } = sellerCall(call);
    const properties = isRecord(parameters["properties"]) ? parameters["properties"] : {};
    return {
      call,
      name,
      description,
      title,
      isWrite,
      inputSchema:
        response === "list"
          ? { ...parameters, properties: { ...properties, [filterArgument]: filterSchema } }
          : parameters,
    };
  },
);
