import type { BuildOptions } from "esbuild";

/** How the hub becomes one file that needs nothing beside it, in `dist` and in the tests. */
export const hubBundle = {
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node22",
  // PostgreSQL's client is CommonJS, which asks for modules in a way that a bundle of this format has not …
  banner: {
    js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
  },
  // … and looks for a native part, which we do not use.
  external: ["pg-native"],
} satisfies BuildOptions;
