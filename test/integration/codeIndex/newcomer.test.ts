import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, expect, test } from "vitest";

import { FolderIndex } from "../../../src/codeIndex/folderIndex.ts";
import { nodePlace } from "../../../src/codeIndexNode/nodePlace.ts";

/** What somebody asks who sees this product's source for the first time, and the files that answer it. */
const questions: readonly (readonly [question: string, ...answers: readonly string[]])[] = [
  [
    "where is a request retried after a rate limit?",
    "hub/errors/retry.ts",
    "hub/errors/retryAfter.ts",
  ],
  ["how do we find out whether a shell command only reads?", "agent/command/plainCommands.ts"],
  ["where are the rules of .gitignore applied?", "context/ignoreRules.ts"],
  ["which files count as secret?", "shared/guarded/secretFileNames.ts"],
  ["how are the tokens of a text estimated?", "shared/text/tokenEstimate.ts"],
  ["where is the token kept?", "hub/tokens/tokenStore.ts"],
  ["how is a conversation exported as Markdown?", "chat/export/exportMarkdown.ts"],
  [
    "how does the hub reserve budget before it calls the model?",
    "hubServer/governance/budgets/reservations.ts",
  ],
  ["onde os dados sensíveis são mascarados?", "dlp/mask/maskText.ts", "chat/export/shareable.ts"],
  [
    "como um arquivo é gravado sem que uma queda o estrague?",
    "extension/storage/atomicFile.ts",
    "hubServer/config/atomicFile.ts",
  ],
];

const data = mkdtempSync(join(tmpdir(), "ai-hub-newcomer-"));
let index: FolderIndex | undefined;

beforeAll(async () => {
  index = await FolderIndex.open(
    nodePlace({
      folder: fileURLToPath(new URL("../../../src", import.meta.url)),
      data,
      usesHistory: false,
      environment: process.env,
      now: () => Date.now(),
    }),
  );
  await index.refresh(new AbortController().signal);
}, 60_000);

afterAll(async () => {
  await index?.close();
  rmSync(data, { recursive: true, force: true });
});

test.each(questions)("%s", async (question, ...answers) => {
  const answered = await index?.search({ query: question, limit: 5 });
  const found = answered?.hits.map(({ path }) => path) ?? [];
  expect(found.filter((path) => answers.includes(path))).not.toEqual([]);
});
