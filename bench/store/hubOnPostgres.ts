/**
 * A hub's store on the PostgreSQL at the given URL, as a process of its own, for so many tokens: says that it is there,
 * waits for a line, and writes what it measured.
 */
import { once } from "node:events";

import { openPostgresStore } from "../../src/hubServer/store/postgres/postgresStore.ts";
import { measure, seconds } from "./round.ts";

const [, , url = "", tokens] = process.argv;
const store = await openPostgresStore(url, { now: Date.now });
process.stdout.write("open\n");
await once(process.stdin, "data");
process.stdin.destroy();
// Each sees the others.
await store.ledger.reap(Date.now());
const before = process.cpuUsage();
const roundsPerSecond = await measure(store, 64, Number(tokens));
const { user, system } = process.cpuUsage(before);
await store.close();
process.stdout.write(
  JSON.stringify({
    roundsPerSecond,
    rounds: roundsPerSecond * seconds,
    processorMs: (user + system) / 1_000,
  }),
);
