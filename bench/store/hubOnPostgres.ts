/**
 * A hub's store on the PostgreSQL at the given URL, as a process of its own, for so many tokens: writes what it
 * measured.
 */
import { openPostgresStore } from "../../src/hubServer/store/postgres/postgresStore.ts";
import { measure, seconds } from "./round.ts";

const [, , url = "", tokens] = process.argv;
const store = await openPostgresStore(url, { now: Date.now });
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
