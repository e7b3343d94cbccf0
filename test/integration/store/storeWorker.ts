/**
 * Another hub process on a store, for tests: `storeWorker.ts <url or path> <task>`. It begins at a line on its
 * input and tells its progress in lines on its output.
 */
import { writeSync } from "node:fs";

import { openPostgresStore } from "../../../src/hubServer/store/postgres/postgresStore.ts";
import { openSqliteStore } from "../../../src/hubServer/store/sqlite/sqliteStore.ts";
import { StoreError, type Store } from "../../../src/hubServer/store/store.ts";
import { randomFrom, work } from "./ledgerWork.ts";
import {
  eventOf,
  moneyClaim,
  noon,
  reservationOf,
  settlementOf,
  spendingCap,
} from "./storeFixture.ts";

const [, , place = "", task = ""] = process.argv;
const name = `p${process.pid}`;

const tasks: Readonly<Record<string, (store: Store) => Promise<void>>> = {
  /** 100 reservations at once under a cap for 20; tells how many were granted. */
  reserve: async ({ ledger }) => {
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        ledger.reserve(
          reservationOf(`${name}-${index}`, { budgets: [moneyClaim("capped", 20 * 800)] }),
        ),
      ),
    );
    say(results.filter(({ kind }) => kind === "granted").length);
  },

  /** The same under a limit of 20 requests a minute, with a clock that is an hour slow. */
  rate: (store) => reserveByRate(store, { count: 100, requestsPerMinute: 20 }),

  /** The same with more requests, and a limit that leaves much room for most of them. */
  highRate: (store) => reserveByRate(store, { count: 3_000, requestsPerMinute: 5_000 }),

  /** Works until it is killed, always with an answer that runs; tells each hundred that it has settled. */
  work: async ({ ledger }) => {
    const budgets = [moneyClaim("capped", 1_000_000_000)];
    await ledger.reserve(reservationOf(`${name}-held`, { budgets }));
    await ledger.renew(`${name}-held`, 7, noon + 60_000);
    for (let index = 0; ; index += 1) {
      await Promise.all(
        ["a", "b", "c"].map(async (letter) => {
          const id = `${name}-${index}-${letter}`;
          await ledger.reserve(reservationOf(id, { budgets }));
          await ledger.settle(settlementOf(id));
        }),
      );
      if (index % 30 === 0) {
        say("working");
      }
    }
  },

  /** Spends what a cap allows, in requests of any size, until it is killed or refused; tells each answer. */
  spend: async ({ ledger }) => {
    const random = randomFrom(process.pid);
    const lane = async (index: number): Promise<void> => {
      for (let round = 0; ; round += 1) {
        const id = `${name}-${index}-${round}`;
        const result = await ledger.reserve(
          reservationOf(id, {
            budgets: [moneyClaim("capped", spendingCap)],
            outputTokens: 1 + random(400),
            rateLimits: { requestsPerMinute: 1_000_000 },
          }),
        );
        say(result.kind);
        if (result.kind !== "granted") {
          return;
        }
        const outputTokens = random(result.outputTokens + 1);
        const cost = 50 + Math.ceil(outputTokens * 1.5);
        await ledger.settle(settlementOf(id, { outputTokens, cost }));
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, index) => lane(index)));
  },

  /** Random work until it is killed; tells each answer in one write. */
  answer: (store) =>
    work(store, {
      name,
      random: randomFrom(process.pid),
      tell: (answer) => writeSync(1, `${JSON.stringify(answer)}\n`),
      isOver: () => false,
    }),

  /** Writes until nothing more fits; tells how many events were written, and why no more. */
  fill: async ({ audit, records }) => {
    for (let written = 0; ; written += 1) {
      try {
        await audit.append(eventOf({ detail: { text: "x".repeat(10_000) } }));
      } catch (error) {
        const canRead = (await records.list("sector")).length === 0;
        say({ written, canRead, reason: error instanceof StoreError && error.reason });
        return;
      }
    }
  },
};

/** Reserves at once, with a clock that is an hour slow; tells how many were granted. */
async function reserveByRate(
  { ledger }: Store,
  { count, requestsPerMinute }: { readonly count: number; readonly requestsPerMinute: number },
): Promise<void> {
  const results = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      ledger.reserve(
        reservationOf(`${name}-${index}`, {
          now: noon - 3_600_000,
          rateLimits: { requestsPerMinute },
        }),
      ),
    ),
  );
  say(results.filter(({ kind }) => kind === "granted").length);
}

function say(what: unknown): void {
  process.stdout.write(`${JSON.stringify(what)}\n`);
}

const store = place.startsWith("postgres:")
  ? await openPostgresStore(place, { now: () => noon })
  : openSqliteStore(place, { now: () => noon });
say("ready");
process.stdin.once("data", () => {
  process.stdin.destroy();
  void tasks[task]?.(store).then(() => store.close());
});
