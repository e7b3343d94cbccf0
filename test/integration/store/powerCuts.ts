import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";

import { beforeAll, expect, test } from "vitest";

import { openSqliteStore } from "../../../src/hubServer/store/sqlite/sqliteStore.ts";
import type { Store } from "../../../src/hubServer/store/store.ts";
import { expectAnswered } from "./expectAnswered.ts";
import { randomFrom, work, type Answer } from "./ledgerWork.ts";
import { cutPower, isCheckpointed, readDisk, writeDisk, type DiskState } from "./powerCut.ts";
import { noon } from "./storeFixture.ts";

/** Cuts on one database, which goes on after each as if its power had stayed. */
const perDatabase = 40;
const seed = Number(process.env["AI_HUB_CUT_SEED"] ?? 20_261_124);

let folder: string;

/** Cuts of power, each of which loses or tears bytes that SQLite's files had not synced. */
export function testPowerCuts(cuts: number): void {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "ai-hub-cuts-"));
    return () => rmSync(folder, { recursive: true });
  });

  test(
    `after ${cuts} cuts of power all that was answered is there, and sums and chain agree`,
    { timeout: 60_000 + cuts * 3_000 },
    async () => {
      let lost = 0;
      let checkpoints = 0;
      for (let done = 0; done < cuts; done += perDatabase) {
        const count = Math.min(perDatabase, cuts - done);
        const made = await makeCuts(join(folder, `${done}.sqlite`), seed + done, count);
        for (const [index, { disk, answers, isCheckpoint }] of made.cuts.entries()) {
          const store = openAfterCut(join(folder, `${done}-${index}`), disk);
          const { seq } = await store.audit.head();
          lost += seq < made.lastSeq ? 1 : 0;
          checkpoints += isCheckpoint ? 1 : 0;
          await expectAnswered(store, answers);
          await store.close();
          rmSync(join(folder, `${done}-${index}`), { recursive: true });
        }
      }
      // Otherwise the cuts would prove nothing.
      expect(lost).toBeGreaterThan(cuts / 2);
      expect(checkpoints).toBeGreaterThanOrEqual(Math.floor(cuts / 8));
    },
  );
}

/** A disk after a cut, and what was answered before it. */
interface Cut {
  readonly disk: DiskState;
  readonly answers: readonly Answer[];
  /** Whether a checkpoint was under way. */
  readonly isCheckpoint: boolean;
}

function openAfterCut(name: string, disk: DiskState): Store {
  return openSqliteStore(writeDisk(name, disk), { now: () => noon, checksFile: true });
}

/** Works on a database whose syncs are ours: each is a point at which its power may be cut before it is done. */
async function makeCuts(path: string, from: number, count: number) {
  const random = randomFrom(from);
  const answers: Answer[] = [];
  const made: Cut[] = [];
  let durable: DiskState | undefined;
  const store = openSqliteStore(path, {
    now: () => noon,
    syncFile: async () => {
      const now = readDisk(path);
      // Who is answered too early is answered now.
      await setImmediate();
      await setImmediate();
      if (durable && made.length < count) {
        const isCheckpoint = isCheckpointed(durable, now);
        if (isCheckpoint || random(12) === 0) {
          const disk = cutPower(durable, now, random);
          made.push({ disk, answers: [...answers], isCheckpoint });
        }
      }
      durable = now;
    },
  });
  await work(store, {
    name: "w",
    random,
    tell: (answer) => answers.push(answer),
    isOver: () => made.length >= count,
  });
  const { seq } = await store.audit.head();
  await store.close();
  return { cuts: made, lastSeq: seq };
}
