import { sellerToolDefinitions } from "../src/seller/chatTools/toolDefinitions.ts";

/** The `languageModelTools` of `package.json`: the seller portal's calls with their schemas. */
export function manifestTools(): readonly object[] {
  return sellerToolDefinitions.map(({ call, name, description, inputSchema }) => ({
    name: `aihub_${name}`,
    toolReferenceName: call,
    displayName: `%tool.${call}%`,
    userDescription: `%tool.${call}%`,
    modelDescription: description,
    canBeReferencedInPrompt: true,
    when: "aiHub.hasSellerTools",
    tags: ["seller"],
    inputSchema,
  }));
}
