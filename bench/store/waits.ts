import { setTimeout as delay } from "node:timers/promises";

import { Client } from "pg";

const everyMs = 10;

/** What the connections of the hubs were doing when they were looked at. */
export interface Waits {
  /** Looks at a connection that had a transaction under way. */
  readonly looks: number;
  /** How many of them found it waiting, by `wait_event_type`; `Running` waits for nothing. */
  readonly byType: ReadonlyMap<string, number>;
  /** How often each lock was waited for, by `wait_event`. */
  readonly locks: ReadonlyMap<string, number>;
}

/** Samples `pg_stat_activity` until `stop`. */
export async function sampleWaits(url: string): Promise<{ readonly stop: () => Promise<Waits> }> {
  const client = new Client({ connectionString: url, application_name: "sampler" });
  await client.connect();
  const [byType, locks] = [new Map<string, number>(), new Map<string, number>()];
  let looks = 0;
  const look = async (): Promise<void> => {
    const { rows } = await client.query<{ type: string; event: string | null }>(
      `SELECT coalesce(wait_event_type, 'Running') AS type, wait_event AS event
        FROM pg_stat_activity WHERE application_name = 'ai-hub' AND datname = current_database()
          AND state <> 'idle'`,
    );
    for (const { type, event } of rows) {
      looks += 1;
      count(byType, type);
      if (type === "Lock") {
        count(locks, event ?? "");
      }
    }
  };
  const stopping = new AbortController();
  const sampling = (async () => {
    while (!stopping.signal.aborted) {
      await look();
      await delay(everyMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await sampling;
      await client.end();
      return { looks, byType, locks };
    },
  };
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** `{ Lock: "12 %", … }` of all looks. */
export function shares({ looks, byType }: Waits): Readonly<Record<string, string>> {
  return Object.fromEntries(
    ["Lock", "LWLock", "IO", "ClientRead", "Running"].map((name) => {
      const found = byType.get(name === "ClientRead" ? "Client" : name) ?? 0;
      return [name, `${((100 * found) / Math.max(1, looks)).toFixed(1)} %`];
    }),
  );
}
