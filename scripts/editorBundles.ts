import { join, relative } from "node:path";

import type { Metafile } from "esbuild";
import {
  type OutputBundle,
  type Plugin,
  type PreRenderedChunk,
  rolldown,
  type RolldownOptions,
  watch,
} from "rolldown";

import { root } from "./paths.ts";

/**
 * The code that an editor loads. Rolldown builds it and not esbuild, as it splits CommonJS into chunks, keeps all that is
 * loaded at once in one of them, and takes the editor's API once a chunk, not once a file.
 */
export function editorBundlesOf(isDev: boolean): Readonly<Record<EditorBundle, RolldownOptions>> {
  const host = { platform: "node", external: "vscode", transform: { target: "node22" } } as const;
  const output = {
    format: "cjs",
    exports: "named",
    dynamicImportInCjs: false,
    minify: !isDev,
    sourcemap: isDev,
    comments: false,
    // The base for names of files in all systems.
    hashCharacters: "base36",
    chunkFileNames: ({ isDynamicEntry }: PreRenderedChunk) =>
      `chunks/${isDynamicEntry ? "[name]" : "chunk"}-[hash].js`,
  } as const;
  const eager = { groups: [{ name: "eager", tags: ["$initial" as const] }] };
  return {
    extension: {
      ...host,
      input: { extension: "src/extension/main.ts" },
      plugins: [besideBundle("./host.ts", "./host.js")],
      output: { ...output, dir: "dist", codeSplitting: false },
    },
    host: {
      ...host,
      input: { host: "src/extension/host.ts" },
      output: { ...output, dir: "dist", codeSplitting: eager },
    },
    // A browser's extension host loads one file only.
    webExtension: {
      ...host,
      input: { extension: "src/extension/web/main.ts" },
      platform: "browser",
      transform: { target: "es2023" },
      output: { ...output, dir: "dist/web", codeSplitting: false },
    },
    page: {
      input: { main: "src/webview/main.tsx" },
      platform: "browser",
      tsconfig: "src/webview/tsconfig.json",
      transform: { target: "es2023" },
      resolve: { alias: { "zod/mini": join(root, "src/shared/base/pageZod.ts") } },
      output: { ...output, format: "es", dir: "dist/webview", codeSplitting: eager },
    },
  };
}

export type EditorBundle = "extension" | "host" | "webExtension" | "page";

/** Builds one of them, and writes it if `write` says so. A warning fails the build. Returns the record that esbuild has of a build. */
export async function buildForEditor(
  { output, ...input }: RolldownOptions,
  write: boolean,
): Promise<Metafile> {
  const record: Metafile = { inputs: {}, outputs: {} };
  await using build = await rolldown({
    ...input,
    cwd: root,
    plugins: [input.plugins, recordOf(record)],
    onLog: (level, { message }) => {
      if (level === "warn") {
        throw new Error(message);
      }
    },
  });
  const [options = {}] = [output].flat();
  await (write ? build.write(options) : build.generate(options));
  return record;
}

/** Builds it again after each change, and prints what fails. */
export function watchForEditor(options: RolldownOptions): void {
  watch({ ...options, cwd: root }).on("event", (event) => {
    if (event.code === "ERROR") {
      console.error(event.error.message);
    }
  });
}

/** Leaves a module out of a bundle and loads it from the bundle beside it. */
function besideBundle(source: string, bundle: string): Plugin {
  return {
    name: `beside:${source}`,
    resolveId: (path) => (path === source ? { id: bundle, external: true } : undefined),
  };
}

/** Fills in the record of a build. Names are relative to the checkout, sizes of inputs are those before they are made small. */
function recordOf(record: Metafile): Plugin {
  return {
    name: "record",
    generateBundle({ dir = "" }, bundle) {
      for (const id of this.getModuleIds()) {
        const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {};
        record.inputs[nameOf(id)] = {
          bytes: 0,
          imports: [
            ...importedIds.map((path) => ({
              path: nameOf(path),
              kind: "import-statement" as const,
            })),
            ...dynamicallyImportedIds.map((path) => ({
              path: nameOf(path),
              kind: "dynamic-import" as const,
            })),
          ],
        };
      }
      Object.assign(record.outputs, outputsOf(bundle, dir));
    },
  };
}

function outputsOf(bundle: OutputBundle, dir: string): Metafile["outputs"] {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  return Object.fromEntries(
    chunks.map(({ fileName, code, modules, imports, dynamicImports, exports }) => [
      `${dir}/${fileName}`,
      {
        bytes: Buffer.byteLength(code),
        inputs: Object.fromEntries(
          Object.entries(modules).map(([id, { renderedLength }]) => [
            nameOf(id),
            { bytesInOutput: renderedLength },
          ]),
        ),
        imports: [
          ...imports.map((path) => importOf(path, "import-statement")),
          ...dynamicImports.map((path) => importOf(path, "dynamic-import")),
        ],
        exports,
      },
    ]),
  );

  function importOf(
    path: string,
    kind: "import-statement" | "dynamic-import",
  ): Metafile["outputs"][string]["imports"][number] {
    const external = bundle[path] === undefined;
    return { path: external ? path : `${dir}/${path}`, kind, external };
  }
}

function nameOf(id: string): string {
  return relative(root, id).replaceAll("\\", "/");
}
