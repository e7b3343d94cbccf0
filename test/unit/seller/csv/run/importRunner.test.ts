import * as fc from "fast-check";
import { expect, test } from "vitest";

import { SellerError, type SellerErrorKind } from "../../../../../src/seller/client/sellerError.ts";
import type { ValidRow } from "../../../../../src/seller/csv/check/rowCheck.ts";
import type { CheckedRow } from "../../../../../src/seller/csv/check/rowCheck.ts";
import { ImportRun } from "../../../../../src/seller/csv/run/importRunner.ts";
import {
  importLogLine,
  LineStates,
  readImportLog,
  type RowState,
} from "../../../../../src/seller/csv/run/lineStates.ts";
import { NotNotedError, type WriteEnd } from "../../../../../src/seller/write/journaledWrite.ts";
import { HastyClock, rowAt, source, written } from "../importedRows.ts";

/** What the portal does with one attempt: whether it acts, and what the client hears of it. */
interface Attempt {
  readonly acts: boolean;
  readonly heard:
    | "done"
    | "lost"
    | Extract<SellerErrorKind, "rateLimited" | "rejected" | "unreachable">;
}

const attempts: fc.Arbitrary<Attempt> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Attempt>({ acts: true, heard: "done" }) },
  fc.constantFrom<Attempt>(
    { acts: true, heard: "lost" },
    { acts: false, heard: "lost" },
    { acts: false, heard: "rateLimited" },
    { acts: false, heard: "rejected" },
    { acts: false, heard: "unreachable" },
  ),
);

interface World {
  readonly script: readonly Attempt[];
  readonly rows: readonly boolean[];
  readonly isIdempotent: boolean;
  /** After so many attempts everything stops, as when the process is killed. */
  readonly killedAfter: number;
}

const worlds: fc.Arbitrary<World> = fc.record({
  script: fc.array(attempts, { minLength: 1, maxLength: 30 }),
  rows: fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
  isIdempotent: fc.boolean(),
  killedAfter: fc.nat(20),
});

const concurrency = 3;

/** A portal that counts how often each line was acted on, and the log that outlives a run. */
class Stage {
  readonly acted = new Map<number, number>();
  readonly failed: number[] = [];
  log = "";
  #attempt = 0;
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  async run(isLast: boolean): Promise<ImportRun> {
    const { rows, isIdempotent, killedAfter } = this.#world;
    const states = new LineStates();
    readImportLog(this.log.split("\n"), states);
    let isDead = false;
    const note = (line: number, state: RowState): Promise<void> => {
      this.log += isDead ? "" : importLogLine(line, state);
      return Promise.resolve();
    };
    const run: ImportRun = new ImportRun({
      rows: source(rows),
      write: ({ row }) => {
        isDead ||= !isLast && this.#attempt >= killedAfter;
        return isDead ? new Promise(() => undefined) : Promise.resolve(this.#answer(row.line));
      },
      isIdempotent,
      states,
      note,
      onFailed: ({ row }) => Promise.resolve(void this.failed.push(row.line)),
      onProgress: () => {
        if (run.isPaused) {
          queueMicrotask(() => run.resume());
        }
      },
      clock: new HastyClock(),
      concurrency,
    });
    const died = new Promise<void>((resolve) => {
      setImmediate(() => setImmediate(() => setImmediate(resolve)));
    });
    await (isLast ? run.run() : Promise.race([run.run(), died]));
    isDead = true;
    return run;
  }

  #answer(line: number): WriteEnd {
    const { script } = this.#world;
    // Behind the script all goes well, so that every run has an end.
    const { acts, heard } = script[this.#attempt] ?? { acts: true, heard: "done" };
    this.#attempt += 1;
    if (acts) {
      this.acted.set(line, (this.acted.get(line) ?? 0) + 1);
    }
    if (heard === "done") {
      return written;
    }
    return heard === "lost"
      ? { outcome: "unknown", error: new SellerError("connectionLost", { mayHaveActed: true }) }
      : { outcome: "failed", error: new SellerError(heard) };
  }
}

test("whatever the network loses and whenever it is killed, no row that must not be repeated is done twice", async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const stage = new Stage({ ...world, isIdempotent: false });
      await stage.run(false);
      await stage.run(true);
      expect([...stage.acted.values()].filter((times) => times > 1)).toEqual([]);
    }),
    { numRuns: 1_500 },
  );
});

test("every row ends in one state, done means done, and a row with a problem never reaches the portal", async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const stage = new Stage(world);
      await stage.run(false);
      const { progress } = await stage.run(true);
      const { done, failed, unknown, invalid } = progress;
      expect(done + failed + unknown + invalid).toBe(world.rows.length);
      expect(invalid).toBe(world.rows.filter((isValid) => !isValid).length);
      expect(stage.acted.size).toBeGreaterThanOrEqual(done);
      for (const [index, isValid] of world.rows.entries()) {
        expect(isValid || !stage.acted.has(index + 2)).toBe(true);
      }
      // A row is kept among the failed ones before its state is noted: it may be killed in between, and done later.
      const kept = new Set(stage.failed).size;
      expect(kept).toBeGreaterThanOrEqual(failed + invalid);
      expect(kept).toBeLessThanOrEqual(failed + invalid + concurrency);
    }),
    { numRuns: 1_500 },
  );
});

test("a million lines are known by a megabyte, and a torn log says what it can", () => {
  const states = new LineStates();
  states.set(1_000_001, "done");
  readImportLog(["2 done", "3 sent", "3 done", "4 nonsense", "x", "", "5 fai"], states);
  expect([2, 3, 4, 5, 1_000_001].map((line) => states.get(line))).toEqual([
    "done",
    "done",
    undefined,
    undefined,
    "done",
  ]);
  expect([states.count("done"), states.count("sent")]).toEqual([3, 0]);
});

test("a run over rows that cannot be read rejects, and what was begun ends first", async () => {
  const begun: number[] = [];
  const run = new ImportRun({
    rows: broken(),
    write: ({ row }: ValidRow) => {
      begun.push(row.line);
      return Promise.resolve(written);
    },
    isIdempotent: true,
    states: new LineStates(),
    note: () => Promise.resolve(),
    onFailed: () => Promise.resolve(),
    onProgress: () => undefined,
    clock: new HastyClock(),
  });
  await expect(run.run()).rejects.toThrow("gone");
  expect({ begun, done: run.progress.done }).toEqual({ begun: [2], done: 1 });
});

test.each([
  ["the portal refused it for now", "rateLimited", "cancelled"],
  ["it could not reach the portal", "unreachable", "cancelled"],
  ["the journal could not be written", undefined, "The import broke off"],
])(
  "a row that was certainly not done is not unknown after a stop, and the next run sends it: %s",
  async (_, kind, end) => {
    let log = "";
    const runWith = (write: () => Promise<WriteEnd>): ImportRun => {
      const states = new LineStates();
      readImportLog(log.split("\n"), states);
      return new ImportRun({
        rows: source([true]),
        write,
        isIdempotent: false,
        states,
        note: (line, state) => Promise.resolve(void (log += importLogLine(line, state))),
        onFailed: () => Promise.resolve(),
        onProgress: () => undefined,
        clock: new HastyClock(),
      });
    };
    const first = runWith(() => {
      first.cancel();
      return kind === undefined
        ? Promise.reject(new NotNotedError("The disk is full"))
        : Promise.resolve({ outcome: "failed", error: new SellerError(kind as SellerErrorKind) });
    });
    expect(await first.run().catch((error: unknown) => (error as Error).message)).toBe(end);
    const next = runWith(() => Promise.resolve(written));
    await next.run();
    expect(next.progress).toMatchObject({ done: 1, unknown: 0 });
  },
);

test("a token's failure is not the row's: it is tried again, and then the run waits", async () => {
  const failed: number[] = [];
  let count = 0;
  const run: ImportRun = new ImportRun({
    rows: source([true, true]),
    write: () => {
      count += 1;
      return Promise.resolve(
        count <= 4
          ? { outcome: "notDone", error: new SellerError("serverError", { notSent: true }) }
          : written,
      );
    },
    isIdempotent: false,
    states: new LineStates(),
    note: () => Promise.resolve(),
    onFailed: ({ row }) => Promise.resolve(void failed.push(row.line)),
    onProgress: () => {
      if (run.isPaused) {
        expect(run.haltedBy?.kind).toBe("serverError");
        queueMicrotask(() => run.resume());
      }
    },
    clock: new HastyClock(),
    concurrency: 1,
  });
  expect(await run.run()).toBe("finished");
  expect({ failed, count, done: run.progress.done }).toEqual({
    failed: [],
    count: 6,
    done: 2,
  });
});

async function* broken(): AsyncGenerator<CheckedRow> {
  yield await Promise.resolve(rowAt(0, true));
  throw new Error("The file is gone");
}
