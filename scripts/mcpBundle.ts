import type { BuildOptions } from "esbuild";

/** How the MCP server becomes one file that needs nothing beside it, in `dist` and in the tests. */
export const mcpBundle = {
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node22",
  // The SDK's schema validator is CommonJS, which asks for modules in a way that a bundle of this format has not.
  banner: {
    js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
  },
} satisfies BuildOptions;
