import { join } from "node:path";

import type { Plugin } from "esbuild";

import { root } from "./paths.ts";

/**
 * What keeps zod: rooms that no first message needs, and those that list a schema's fields, write JSON Schemas, or say
 * to a person or a model which field of their file is wrong. The contract of the seller portal's page has zod's schemas in
 * the host, as profiles of imports are made of them, and the page's own in the page.
 */
const withZod =
  /[\\/]src[\\/](?:agent|agentNode|agentCli|mcp|seller|extension[\\/]seller|shared[\\/]sellerPage)[\\/]/u;

/**
 * Reads with `src/shared/schemas.ts` what is written for `zod/mini`. Schemas of the two never meet: one that is put into
 * the other's throws where it is first read, and `eagerHost.test.ts` looks for imports from one side to the other.
 */
export const ownSchemas: Plugin = {
  name: "own-schemas",
  setup(build) {
    const isPage = build.initialOptions.jsx !== undefined;
    build.onResolve({ filter: /^zod\/mini$/ }, ({ importer }) =>
      importer.startsWith(join(root, "src")) && (isPage || !withZod.test(importer))
        ? { path: join(root, "src/shared/schemas.ts") }
        : undefined,
    );
  },
};
