import type { BuildOptions } from "esbuild";

/** Bundles the MCP server into one file without dependencies, for `dist` and for tests. */
export const mcpBundle = {
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node22",
  // The SDK's schema validator is CommonJS and calls `require`, which an ES module lacks.
  banner: {
    js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
  },
} satisfies BuildOptions;
