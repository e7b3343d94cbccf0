import type { BuildOptions } from "esbuild";

/** Bundles the MCP server into one file without dependencies, for `dist` and for tests. */
export const mcpBundle = {
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node22",
} satisfies BuildOptions;
