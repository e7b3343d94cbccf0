import type { BuildOptions, Plugin } from "esbuild";

import { agentBundle } from "./agentBundle.ts";
import { asCommonJs } from "./asCommonJs.ts";
import { eagerChunks } from "./eagerChunks.ts";
import { hubBundle } from "./hubBundle.ts";
import { mcpBundle } from "./mcpBundle.ts";
import { plainEditorApi } from "./plainEditorApi.ts";

const bundles: readonly BuildOptions[] = [
  {
    entryPoints: { extension: "src/extension/main.ts" },
    outdir: "dist",
    platform: "node",
    format: "cjs",
    target: "node22",
    external: ["vscode"],
    // `import("./host.ts")` in the entry point becomes `require("./host.js")` of the other bundle.
    plugins: [besideBundle("./host.ts", "./host.js"), plainEditorApi],
    supported: { "dynamic-import": false },
  },
  {
    // The extension behind its entry point and the programs have much in common: they share chunks.
    entryPoints: {
      host: "src/extension/host.ts",
      "chunks/agentProgram": "src/agentCli/program.ts",
      "chunks/mcpProgram": "src/mcp/program.ts",
    },
    outdir: "dist",
    platform: "node",
    format: "esm",
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    target: "node22",
    external: ["vscode"],
    logOverride: { "import-is-undefined": "error" },
    plugins: [eagerChunks("src/extension/host.ts"), plainEditorApi, asCommonJs],
  },
  {
    // A browser's extension host loads one file only.
    entryPoints: { extension: "src/extension/web/main.ts" },
    outdir: "dist/web",
    platform: "browser",
    format: "cjs",
    external: ["vscode"],
    plugins: [plainEditorApi],
    logOverride: { "import-is-undefined": "error" },
  },
  {
    entryPoints: {
      main: "src/webview/main.tsx",
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
    plugins: [eagerChunks("src/webview/main.tsx")],
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
    plugins: [besideBundle("./program.ts", "./chunks/mcpProgram.js")],
  },
  {
    ...agentBundle,
    entryPoints: { agent: "src/agentCli/main.ts" },
    outdir: "dist",
    outExtension: { ".js": ".mjs" },
    plugins: [besideBundle("./program.ts", "./chunks/agentProgram.js")],
  },
  {
    // The thread starts with what builds an index; ranking and vectors are chunks that the first search loads.
    entryPoints: { codeIndex: "src/codeIndexNode/worker.ts" },
    outdir: "dist",
    platform: "node",
    format: "esm",
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    target: "node22",
    plugins: [asCommonJs],
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

/** Leaves a module out of a bundle and loads it from the bundle beside it. */
function besideBundle(source: string, bundle: string): Plugin {
  return {
    name: `beside:${source}`,
    setup(build) {
      build.onResolve({ filter: /\.ts$/ }, ({ path }) =>
        path === source ? { path: bundle, external: true } : undefined,
      );
    },
  };
}
