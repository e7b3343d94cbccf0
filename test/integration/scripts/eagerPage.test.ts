import { build, type Metafile } from "esbuild";
import { beforeAll, expect, test } from "vitest";

import { bundlesOf } from "../../../scripts/bundles.ts";
import { buildForEditor, editorBundlesOf } from "../../../scripts/editorBundles.ts";
import { root } from "../../../scripts/paths.ts";
import { eagerOutputs } from "../../support/eagerOutputs.ts";

const KB = 1024;

/** Folders and modules of the page that no first message needs. */
const late = [
  "src/shared/failureWords",
  "src/webview/agent/cards/AgentCard.tsx",
  "src/webview/chat/Conversation.tsx",
  "src/webview/chat/answer/MessageEditor.tsx",
  "src/webview/chat/composer/ModelPopup.tsx",
  "src/webview/chat/start/StartPage.tsx",
  "src/webview/context/ContextNotes.tsx",
  "src/webview/context/SuggestPopup.tsx",
  "src/webview/find/FindBar.tsx",
  "src/webview/governance/BudgetWays.tsx",
  "src/webview/governance/BudgetChip.tsx",
  "src/webview/history/HistoryPanel.tsx",
  "src/webview/kit/announcer.ts",
  "src/webview/markdown/streamingMarkdown.ts",
  "src/webview/markdown/highlight/grammars/",
  "src/webview/page/markdown/codeColors.ts",
  "src/webview/protection/SensitiveList.tsx",
  "src/webview/tools/ApprovalCard.tsx",
  "src/webview/turns/imageBytes.ts",
  "src/webview/page/useWords.ts",
  "src/webview/words/en/agentEn.ts",
  "src/webview/words/en/contextEn.ts",
  "src/webview/words/en/en.ts",
  "src/webview/words/ptBr/firstPtBr.ts",
  "src/webview/words/ptBr/ptBr.ts",
];

/** The chat's page, and the build that has all style sheets. */
let metafile: Metafile;
let styles: Metafile | undefined;

beforeAll(async () => {
  metafile = await buildForEditor(editorBundlesOf(false).page, false);
  const others = bundlesOf(false).find(({ outdir }) => outdir === "dist/webview");
  styles = (await build({ ...others, absWorkingDir: root, write: false, logLevel: "silent" }))
    .metafile;
}, 60_000);

function inputsOf(path: string): readonly (readonly [string, number])[] {
  return Object.entries(metafile.outputs[path]?.inputs ?? {}).map(
    ([name, { bytesInOutput }]) => [name, bytesInOutput] as const,
  );
}

test("what a first message does not need is no part of what the page loads at once", () => {
  const names = [...eagerOutputs(metafile, "dist/webview/main.js")]
    .flatMap(inputsOf)
    .filter(([, bytes]) => bytes > 0)
    .map(([name]) => name);
  expect(names).toContain("src/webview/chat/App.tsx");
  expect(names.filter((name) => late.some((part) => name.includes(part)))).toEqual([]);
});

test("the page loads at most 180 KB of script at once, every static import counted", () => {
  const sizes = Array.from(
    eagerOutputs(metafile, "dist/webview/main.js"),
    (path) => metafile.outputs[path]?.bytes ?? 0,
  );
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(50 * KB);
  expect(bytes).toBeLessThanOrEqual(180 * KB);
});

test("the page loads one script at once: each is a request", () => {
  expect(eagerOutputs(metafile, "dist/webview/main.js").size).toBe(1);
});

test("no style sheet is written twice", () => {
  const names = Object.keys(styles?.outputs ?? {}).filter((path) => path.endsWith(".css"));
  expect(names.map((path) => path.slice("dist/webview/".length)).toSorted()).toEqual([
    "agent.css",
    "answers.css",
    "history.css",
    "main.css",
    "protection.css",
    "seller.css",
    "usage.css",
  ]);
});

test("the page loads at most 30 KB of styles at once", () => {
  const bytes = styles?.outputs["dist/webview/main.css"]?.bytes ?? 0;
  expect(bytes).toBeGreaterThan(10 * KB);
  expect(bytes).toBeLessThanOrEqual(30 * KB);
});
