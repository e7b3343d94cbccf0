import type { Plugin } from "esbuild";

/** The file of ours that takes zod's writer of JSON Schemas. */
const user = /[\\/]seller[\\/]contract[\\/]zodJsonSchema\.ts$/;

/** Zod's two lists of all that it exports. */
const index = /[\\/]zod[\\/]v4[\\/](?:core[\\/]index|mini[\\/]external)\.js$/;

/**
 * Keeps zod's writer of JSON Schemas (21 KB) out of what is loaded at once. Every file that imports zod reaches the writer
 * by zod's lists of exports, so that esbuild puts it beside what all need. With this plugin the lists have no writer, and
 * `zodJsonSchema.ts` imports it directly. A `z.toJSONSchema` elsewhere throws at its first call.
 */
export const lateJsonSchema: Plugin = {
  name: "late-json-schema",
  setup(build) {
    build.onResolve({ filter: /^zod\/mini$/ }, async ({ path, importer, resolveDir, kind }) => {
      if (!user.test(importer)) {
        return undefined;
      }
      // The importer is left out, or this would ask itself again.
      const mini = await build.resolve(path, { resolveDir, kind });
      return await build.resolve("../v4/core/json-schema-processors.js", {
        resolveDir: mini.path.replace(/[\\/][^\\/]+$/, ""),
        kind,
      });
    });
    build.onResolve({ filter: /json-schema(?:-processors|-generator)?\.js$/ }, ({ importer }) =>
      index.test(importer)
        ? { path: "late-json-schema", namespace: "late-json-schema" }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "late-json-schema" }, () => ({
      contents: `export function toJSONSchema() {
          throw new Error("JSON Schemas are written by zodJsonSchema.ts");
        }
        export const JSONSchemaGenerator = undefined;`,
      loader: "js",
    }));
  },
};
