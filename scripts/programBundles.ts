import type { BuildOptions } from "esbuild";

/** Bundles a program into one file without dependencies, for `dist` and for tests. */
export const programBundle = {
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node22",
} satisfies BuildOptions;

/** The same for the hub. */
export const hubBundle = {
  ...programBundle,
  // PostgreSQL's client is CommonJS and calls `require`, which an ES module lacks.
  banner: {
    js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
  },
  // The client also looks for a native part, which we do not use.
  external: ["pg-native"],
} satisfies BuildOptions;
