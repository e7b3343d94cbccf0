import type { PreparedCall, Tool } from "../../shared/tool.ts";
import { ProductNames } from "../write/productNames.ts";
import { prepareRead } from "./sellerReadTool.ts";
import { prepareWrite, type WriteToolDeps } from "./sellerWriteTool.ts";
import { type SellerToolDefinition, sellerToolDefinitions } from "./toolDefinitions.ts";

/**
 * The fourteen calls as tools. A call goes to the environment that is chosen when it is made.
 * Writes are offered even while they are not allowed: the refusal explains how the person allows
 * them.
 */
export function createSellerTools(deps: Omit<WriteToolDeps, "names">): readonly Tool[] {
  const names = new ProductNames();
  return sellerToolDefinitions.map((definition) => sellerTool(definition, { ...deps, names }));
}

function sellerTool({ call, isWrite, ...rest }: SellerToolDefinition, deps: WriteToolDeps): Tool {
  const { name, description, inputSchema } = rest;
  return {
    definition: { name, description, inputSchema },
    isWrite,
    prepare: async (input, signal): Promise<PreparedCall> => {
      const desk = deps.access.desk();
      if (!desk || deps.gate.limits.access === "off") {
        return { kind: "refused", state: "refused", text: "The person chose no environment." };
      }
      return isWrite && call !== "getToken"
        ? await prepareWrite(call, desk, { input, signal }, deps)
        : prepareRead(call, desk, input);
    },
  };
}
