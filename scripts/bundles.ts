import type { BuildOptions } from "esbuild";

import { hubBundle, programBundle } from "./programBundles.ts";

const split = {
  format: "esm",
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  logOverride: { "import-is-undefined": "error" },
} satisfies BuildOptions;

const pages = {
  ...split,
  platform: "browser",
  jsx: "automatic",
  jsxImportSource: "preact",
  alias: { "zod/mini": "./src/shared/base/pageZod.ts" },
} satisfies BuildOptions;

const programs = { outdir: "dist", outExtension: { ".js": ".mjs" } } satisfies BuildOptions;

const bundles: readonly BuildOptions[] = [
  {
    ...pages,
    entryPoints: {
      main: "src/webview/styles/page.css",
      // Style sheets that the page loads with the first part that needs them.
      agent: "src/webview/styles/late/agent.css",
      answers: "src/webview/styles/late/answers.css",
      history: "src/webview/styles/late/history.css",
      protection: "src/webview/styles/late/protection.css",
      usage: "src/webview/usage/main.tsx",
      seller: "src/webview/seller/main.tsx",
    },
    outdir: "dist/webview",
    assetNames: "[name]",
    loader: { ".ttf": "file" },
  },
  { ...pages, entryPoints: { main: "src/console/main.tsx" }, outdir: "dist/console" },
  { ...programs, ...hubBundle, entryPoints: { hub: "src/hubServer/main.ts" } },
  { ...programs, ...programBundle, entryPoints: { hubPdf: "src/hubServer/bodies/pdfProcess.ts" } },
  {
    ...programs,
    ...programBundle,
    entryPoints: {
      agent: "src/agentCli/main.ts",
      mcp: "src/mcp/main.ts",
    },
  },
  {
    // The thread starts with what builds an index; ranking and vectors are chunks that the first search loads.
    ...programs,
    ...programBundle,
    ...split,
    entryPoints: { codeIndex: "src/codeIndexNode/worker.ts" },
  },
  { ...programs, ...programBundle, entryPoints: { search: "src/codeIndexNode/main.ts" } },
];

/** The bundles of `dist` that esbuild makes. With `isDev` names are kept and source maps are added. */
export function bundlesOf(isDev: boolean): readonly BuildOptions[] {
  return bundles.map((bundle) => ({
    bundle: true,
    metafile: true,
    minify: !isDev,
    sourcemap: isDev ? "linked" : false,
    target: "es2023",
    legalComments: "none",
    charset: "utf8",
    logLevel: "info",
    ...bundle,
  }));
}
