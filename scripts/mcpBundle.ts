import type { BuildOptions } from "esbuild";

import { withoutAjv } from "./withoutAjv.ts";

/** Bundles the MCP server into one file without dependencies, for `dist` and for tests. */
export const mcpBundle = {
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node22",
  plugins: [withoutAjv],
} satisfies BuildOptions;
