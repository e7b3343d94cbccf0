import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Metafile } from "esbuild";
import { beforeAll, expect, onTestFinished, test } from "vitest";

import { buildForEditor, editorBundlesOf } from "../../../scripts/editorBundles.ts";
import { eagerOutputs } from "../../support/eagerOutputs.ts";

/** Folders and modules that no first message needs. */
const late = [
  "node_modules/oauth4webapi/",
  "src/agent/run/agentRun.ts",
  "src/chat/export/",
  "src/chat/generatedTitle.ts",
  "src/chat/search/",
  "src/chat/smallestModel.ts",
  "src/edits/",
  "src/extension/agent/loadedAgent.ts",
  "src/extension/codeIndex/indexSession.ts",
  "src/extension/codeIndex/indexThread.ts",
  "src/extension/codeIndex/searchPick.ts",
  "src/extension/codeIndex/semanticBuild.ts",
  "src/extension/context/contextHandlers.ts",
  "src/extension/context/files/droppedUris.ts",
  "src/extension/diagnose.ts",
  "src/extension/doctor/",
  "src/extension/editing/editingPart.ts",
  "src/extension/editor/openLink.ts",
  "src/extension/governance/usagePanel.ts",
  "src/extension/history/boundedMatch.ts",
  "src/extension/history/historyHandlers.ts",
  "src/extension/history/oldConversations.ts",
  "src/extension/seller/page/",
  "src/extension/seller/sellerFeature.ts",
  "src/extension/context/prompt/slashCommands.ts",
  "src/extension/languageModels/hubLanguageModels.ts",
  "src/extension/storage/historyLibrary.ts",
  "src/extension/storage/searchIndex.ts",
  "src/extension/toolServers/mcpWindow.ts",
  "src/extension/tools/chooseTools.ts",
  "src/extension/tools/editorTools.ts",
  "src/seller/client/",
  "src/seller/contract/calls.ts",
  "src/seller/csv/",
  "src/seller/write/",
  "src/extension/connection/addressEntry.ts",
  "src/extension/connection/localHubProcess.ts",
  "src/extension/connection/tokenEntry.ts",
  "src/shared/failureWords",
  "src/shared/conversation/readImage.ts",
  "src/hub/errors/classify",
  "src/hub/errors/errorCodes.ts",
  "src/hub/calls/completionClient.ts",
  "src/hub/calls/embeddingsClient.ts",
  "src/hub/errors/errorSignals.ts",
  "src/hub/errors/networkFailure.ts",
  "src/hub/usage/usage.ts",
];

/** The files that the extension's host loads before its first message. */
let outputs: readonly Metafile["outputs"][string][];

/** Their modules with the bytes. */
let eager: ReadonlyMap<string, number>;

beforeAll(async () => {
  const metafile = await buildForEditor(editorBundlesOf(false).host, false);
  outputs = [...eagerOutputs(metafile, "dist/host.js")].flatMap(
    (path) => metafile.outputs[path] ?? [],
  );
  eager = new Map(
    outputs
      .flatMap(({ inputs }) => Object.entries(inputs))
      .map(([name, { bytesInOutput }]) => [name, bytesInOutput]),
  );
}, 60_000);

test("what a first message does not need is no part of what the host loads at once", () => {
  const names = [...eager].filter(([, bytes]) => bytes > 0).map(([name]) => name);
  expect(names.filter((name) => late.some((part) => name.includes(part)))).toEqual([]);
});

test("the host loads at most 500 KB at once, in three files: its entry, a chunk and the helpers of the bundler", () => {
  expect(outputs).toHaveLength(3);
  const bytes = outputs.reduce((sum, { bytes: size }) => sum + size, 0);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThan(500_000);
});

test("a file that would mean something else as CommonJS fails the build", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ai-hub-host-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const host = join(folder, "host.ts");
  writeFileSync(host, "export const url = import.meta.url.length + import.meta.other;");
  const bundle = { ...editorBundlesOf(false).host, input: { host } };
  await expect(buildForEditor(bundle, false)).rejects.toThrow("import.meta");
});
