import type { BuildOptions } from "esbuild";

import { agentBundle } from "./agentBundle.ts";
import { hubBundle } from "./hubBundle.ts";
import { mcpBundle } from "./mcpBundle.ts";

const bundles: readonly BuildOptions[] = [
  {
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
    platform: "browser",
    format: "esm",
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    assetNames: "[name]",
    jsx: "automatic",
    jsxImportSource: "preact",
    alias: { "zod/mini": "./src/shared/base/pageZod.ts" },
    loader: { ".ttf": "file" },
    logOverride: { "import-is-undefined": "error" },
  },
  {
    entryPoints: { main: "src/console/main.tsx" },
    outdir: "dist/console",
    platform: "browser",
    format: "esm",
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    jsx: "automatic",
    jsxImportSource: "preact",
    alias: { "zod/mini": "./src/shared/base/pageZod.ts" },
  },
  {
    ...hubBundle,
    entryPoints: { hub: "src/hubServer/main.ts" },
    outdir: "dist",
    outExtension: { ".js": ".mjs" },
  },
  {
    ...mcpBundle,
    entryPoints: { mcp: "src/mcp/main.ts" },
    outdir: "dist",
    outExtension: { ".js": ".mjs" },
  },
  {
    ...agentBundle,
    entryPoints: { agent: "src/agentCli/main.ts" },
    outdir: "dist",
    outExtension: { ".js": ".mjs" },
  },
  {
    // The thread starts with what builds an index; ranking and vectors are chunks that the first search loads.
    entryPoints: { codeIndex: "src/codeIndexNode/worker.ts" },
    outdir: "dist",
    outExtension: { ".js": ".mjs" },
    platform: "node",
    format: "esm",
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    target: "node22",
  },
  {
    ...agentBundle,
    entryPoints: { search: "src/codeIndexNode/main.ts" },
    outdir: "dist",
    outExtension: { ".js": ".mjs" },
  },
];

/** All that ships as code: each bundle of `dist`. With `isDev` names are kept and source maps are added. */
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
