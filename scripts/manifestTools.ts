import { sellerToolDefinitions } from "../src/seller/chatTools/toolDefinitions.ts";

/** What `package.json` declares as `languageModelTools`: the seller portal's calls with their own schemas. */
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
