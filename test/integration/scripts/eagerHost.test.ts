import { build, type Metafile } from "esbuild";
import { beforeAll, expect, test } from "vitest";

import { bundlesOf } from "../../../scripts/bundles.ts";
import { root } from "../../../scripts/paths.ts";
import { eagerOutputs } from "../../support/eagerOutputs.ts";

/** Folders and modules that no first message needs. */
const late = [
  "node_modules/oauth4webapi/",
  "node_modules/zod/",
  "src/agent/run/agentRun.ts",
  "src/chat/export/",
  "src/edits/",
  "src/extension/agent/loadedAgent.ts",
  "src/extension/codeIndex/indexSession.ts",
  "src/extension/codeIndex/searchPick.ts",
  "src/extension/codeIndex/semanticBuild.ts",
  "src/extension/context/contextHandlers.ts",
  "src/extension/diagnose.ts",
  "src/extension/doctor/",
  "src/extension/editing/editingPart.ts",
  "src/extension/history/historyHandlers.ts",
  "src/extension/seller/page/",
  "src/extension/seller/sellerFeature.ts",
  "src/extension/context/slashCommands.ts",
  "src/extension/languageModels/hubLanguageModels.ts",
  "src/extension/toolServers/mcpWindow.ts",
  "src/extension/tools/editorTools.ts",
  "src/seller/client/",
  "src/seller/contract/calls.ts",
  "src/seller/csv/",
  "src/seller/write/",
  "src/extension/connection/tokenEntry.ts",
  "src/shared/failureWords",
];

/** What the extension's host loads before its first message: modules with their bytes. */
let eager: ReadonlyMap<string, number>;

let modules: Metafile["inputs"];

beforeAll(async () => {
  const options = bundlesOf(false).find(({ entryPoints = {} }) => "host" in entryPoints);
  const { metafile } = await build({
    ...options,
    absWorkingDir: root,
    metafile: true,
    write: false,
    logLevel: "silent",
  });
  modules = metafile.inputs;
  eager = eagerInputs(metafile, "dist/host.js");
}, 60_000);

/** The modules of an output and of all that it imports at once. */
function eagerInputs(metafile: Metafile, entry: string): ReadonlyMap<string, number> {
  const inputs = new Map<string, number>();
  for (const path of eagerOutputs(metafile, entry)) {
    for (const [name, { bytesInOutput }] of Object.entries(metafile.outputs[path]?.inputs ?? {})) {
      inputs.set(name, bytesInOutput);
    }
  }
  return inputs;
}

test("what a first message does not need is no part of what the host loads at once", () => {
  const names = [...eager].filter(([, bytes]) => bytes > 0).map(([name]) => name);
  expect(names.filter((name) => late.some((part) => name.includes(part)))).toEqual([]);
});

/** Which of the two readers of schemas a module uses. */
function readerOf(name: string): "zod" | "own" | undefined {
  const paths = modules[name]?.imports.map(({ path }) => path) ?? [];
  return paths.includes("src/shared/schemas.ts")
    ? "own"
    : paths.some((path) => path.startsWith("node_modules/zod/"))
      ? "zod"
      : undefined;
}

test("modules with zod and modules with our own schemas take none from each other", () => {
  const edges = Object.entries(modules).flatMap(([name, { imports }]) =>
    imports
      .filter(({ path }) => readerOf(name) && readerOf(path) && readerOf(name) !== readerOf(path))
      .map(({ path }) => `${name} < ${path}`),
  );
  // What these import are functions.
  expect(edges).toEqual([
    "src/extension/toolServers/editorModelTools.ts < src/agent/mcpClient/listedTool.ts",
    "src/extension/toolServers/mcpWindow.ts < src/agent/mcpClient/serverConfig.ts",
    "src/extension/toolServers/mcpWindow.ts < src/agentNode/mcpBook.ts",
  ]);
});

test("the host loads at most 352 KB at once", () => {
  const bytes = [...eager.values()].reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThan(352_000);
});
