import type { PreparedCall, Tool } from "../../shared/conversation/tool.ts";
import { ProductNames } from "../write/productNames.ts";
import { prepareRead } from "./sellerReadTool.ts";
import { prepareWrite, type WriteToolDeps } from "./sellerWriteTool.ts";
import { sellerToolDefinitions } from "./toolDefinitions.ts";

/**
 * Tools use the environment that is chosen at the time of the call. Writes are offered even if not allowed: the refusal
 * explains how to allow them.
 */
export function createSellerTools(deps: Omit<WriteToolDeps, "names">): readonly Tool[] {
  const names = new ProductNames();
  return offers.map((offer) => sellerTool(offer, { ...deps, names }));
}

/** The offered tools, always the same objects, so that data protection reads them once. */
const offers = sellerToolDefinitions.map(({ call, isWrite, name, description, inputSchema }) => ({
  call,
  isWrite,
  definition: { name, description, inputSchema },
}));

function sellerTool(
  { call, isWrite, definition }: (typeof offers)[number],
  deps: WriteToolDeps,
): Tool {
  return {
    definition,
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
