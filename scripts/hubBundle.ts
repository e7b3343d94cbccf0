import type { BuildOptions } from "esbuild";

/** Bundles the hub into one file without dependencies, for `dist` and for tests. */
export const hubBundle = {
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node22",
  // PostgreSQL's client is CommonJS and calls `require`, which an ES module lacks.
  banner: {
    js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
  },
  // The client also looks for a native part, which we do not use.
  external: ["pg-native"],
} satisfies BuildOptions;
