import type { BuildOptions } from "esbuild";

/** Bundles the agent without an editor into one file without dependencies, for `dist` and for tests. */
export const agentBundle = {
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node22",
} satisfies BuildOptions;
