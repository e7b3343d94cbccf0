import type { Plugin } from "esbuild";

/**
 * Leaves out the compiler of JSON Schemas that the MCP SDK brings along (a third of its size): nothing of ours relies
 * on it. What a server returns is data, and the answer to our own question is checked where it is read.
 */
export const withoutAjv: Plugin = {
  name: "without-ajv",
  setup(build) {
    build.onResolve({ filter: /\/validation\/ajv-provider\.js$/ }, () => ({
      path: "ajv-provider",
      namespace: "without-ajv",
    }));
    build.onLoad({ filter: /.*/, namespace: "without-ajv" }, () => ({
      contents: `export class AjvJsonSchemaValidator {
        getValidator() {
          return (data) => ({ valid: true, data, errorMessage: undefined });
        }
      }`,
      loader: "js",
    }));
  },
};
