import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { beforeAll, expect, test } from "vitest";

import { openSqliteStore } from "../../../src/hubServer/store/sqlite/sqliteStore.ts";
import { expectAnswered } from "./expectAnswered.ts";
import { randomFrom, type Answer } from "./ledgerWork.ts";
import { startWorker } from "./startWorker.ts";
import { noon } from "./storeFixture.ts";

/** Kills of processes on one database, each of which goes on where the one before was killed. */
const perDatabase = 8;
const seed = 20_261_124;

let folder: string;

/** Hub processes that are killed while they write to the ledger. */
export function testStoreKills(kills: number): void {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "ai-hub-kills-"));
    return () => rmSync(folder, { recursive: true });
  });

  test(
    `after each of ${kills} kills -9 all that was answered is there, and sums and chain agree`,
    { timeout: 60_000 + kills * 3_000 },
    async () => {
      const random = randomFrom(seed);
      let answers: Answer[] = [];
      let path = "";
      let answered = 0;
      for (let kill = 0; kill < kills; kill += 1) {
        if (kill % perDatabase === 0) {
          path = join(folder, `${kill}.sqlite`);
          answers = [];
        }
        const before = answers.length;
        answers.push(...(await answersUntilKill(path, 1 + random(120))));
        answered += answers.length - before;
        const store = openSqliteStore(path, { now: () => noon, checksFile: true });
        await expectAnswered(store, answers);
        await store.close();
      }
      expect(answered).toBeGreaterThan(kills);
    },
  );
}

/** Kills a process in the middle of its work when it has answered so often; resolves with all its answers. */
async function answersUntilKill(path: string, count: number): Promise<readonly Answer[]> {
  const worker = await startWorker(path, "answer");
  worker.go();
  const answers: unknown[] = [];
  while (answers.length < count) {
    answers.push(await worker.next());
  }
  await worker.kill();
  answers.push(...(await worker.rest()));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the worker's task writes answers only
  return answers as readonly Answer[];
}
