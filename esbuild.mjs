import { rmSync, writeFileSync } from "node:fs";

import * as esbuild from "esbuild";

import { hubBundle } from "./scripts/hubBundle.ts";
import { mcpBundle } from "./scripts/mcpBundle.ts";
import { noticesOf } from "./scripts/notices.ts";

/** Builds every bundle into dist/. `--watch` keeps building; `--dev` keeps names and adds source maps. */
const isWatch = process.argv.includes("--watch");
const isDev = isWatch || process.argv.includes("--dev");

/** @type {import("esbuild").BuildOptions} */
const common = {
  bundle: true,
  metafile: true,
  minify: !isDev,
  sourcemap: isDev ? "linked" : false,
  target: "es2023",
  legalComments: "none",
  charset: "utf8",
  logLevel: "info",
};

/**
 * Leaves a module out of a bundle and loads it from the bundle beside it.
 * @param {string} source
 * @param {string} bundle
 * @returns {import("esbuild").Plugin}
 */
function besideBundle(source, bundle) {
  return {
    name: `beside:${source}`,
    setup(build) {
      build.onResolve({ filter: /\.ts$/ }, ({ path, kind }) =>
        path === source && kind === "dynamic-import" ? { path: bundle, external: true } : undefined,
      );
    },
  };
}

/** @type {import("esbuild").BuildOptions[]} */
const bundles = [
  {
    ...common,
    entryPoints: { extension: "src/extension/main.ts", host: "src/extension/host.ts" },
    outdir: "dist",
    platform: "node",
    format: "cjs",
    target: "node22",
    external: ["vscode"],
    // `import("./host.ts")` in the entry point becomes `require("./host.js")` of the other bundle.
    plugins: [besideBundle("./host.ts", "./host.js")],
    supported: { "dynamic-import": false },
  },
  {
    ...common,
    // A browser's extension host loads one file only.
    entryPoints: { extension: "src/extension/web/main.ts" },
    outdir: "dist/web",
    platform: "browser",
    format: "cjs",
    external: ["vscode"],
    // The seller portal needs a disk; without it nothing asks whether a code is in the table of 116 KB.
    alias: { "@brazilian-utils/brazilian-utils/is-valid-ncm": "./src/extension/web/anyNcm.ts" },
  },
  {
    ...common,
    entryPoints: {
      main: "src/webview/main.tsx",
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
    loader: { ".ttf": "file" },
  },
  {
    ...common,
    entryPoints: { main: "src/console/main.tsx" },
    outdir: "dist/console",
    platform: "browser",
    format: "esm",
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    jsx: "automatic",
    jsxImportSource: "preact",
  },
  {
    ...common,
    ...hubBundle,
    entryPoints: { hub: "src/hubServer/main.ts" },
    outdir: "dist",
    outExtension: { ".js": ".mjs" },
  },
  {
    ...common,
    ...mcpBundle,
    entryPoints: { mcp: "src/mcp/main.ts" },
    outdir: "dist",
    outExtension: { ".js": ".mjs" },
  },
];

if (!isWatch) {
  rmSync("dist", { recursive: true, force: true });
}
/** @type {import("esbuild").Metafile[]} */
const metafiles = [];
for (const options of bundles) {
  if (isWatch) {
    await (await esbuild.context(options)).watch();
  } else {
    const { metafile } = await esbuild.build(options);
    metafiles.push(...(metafile ? [metafile] : []));
  }
}
if (!isWatch) {
  writeFileSync("dist/THIRD-PARTY-NOTICES.txt", noticesOf(metafiles, "."));
}
