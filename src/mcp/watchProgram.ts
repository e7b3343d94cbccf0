import { randomUUID } from "node:crypto";
import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";

import * as z from "zod/mini";

import { failureText } from "../seller/chatTools/failureText.ts";
import type { SellerClient } from "../seller/client/sellerClient.ts";
import { SellerError } from "../seller/client/sellerError.ts";
import type { SellerCallId } from "../seller/contract/calls.ts";
import { lastKnown, recordChanges } from "../seller/write/recordChanges.ts";
import type { SellerAccess } from "../seller/write/sellerAccess.ts";
import type { Clock } from "../shared/base/clock.ts";
import type { Fields } from "../shared/base/json.ts";
import { parseJson } from "../shared/base/json.ts";
import { pause } from "../shared/base/waiting.ts";
import { UsageError } from "../sharedNode/flags.ts";
import type { WatchOptions } from "./watchOptions.ts";

export interface WatchDeps {
  readonly access: SellerAccess;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Receives each change as a JSON line, personal data masked if requested. */
  readonly write: (line: string) => void;
  readonly say: (line: string) => void;
}

interface Reading {
  readonly records: readonly Fields[];
  readonly isComplete: boolean;
}

const exit = { same: 0, changed: 1, unread: 5 } as const;
const maxStateBytes = 256 * 1024 * 1024;
const stateSchema = z.object({
  what: z.unknown(),
  records: z.array(z.record(z.string(), z.unknown())),
});

/** Returns the exit code. Throws `UsageError` for another program's state file. */
export async function runWatch(options: WatchOptions, deps: WatchDeps): Promise<number> {
  const client = deps.access.desk()?.client;
  if (!client) {
    throw new UsageError("There is no environment.");
  }
  const read = (): Promise<Reading> => readOnce(options.what, client, deps.signal);
  return options.state === undefined
    ? await watchOn(read, options, deps)
    : await watchOnce(read, options, { ...deps, state: options.state });
}

/** After a failed reading, the next is compared with the last successful one. */
async function watchOn(
  read: () => Promise<Reading>,
  { what, everyMs }: WatchOptions,
  deps: WatchDeps,
): Promise<number> {
  const { clock, signal, say } = deps;
  let last: readonly Fields[] | undefined;
  while (!signal.aborted) {
    try {
      const now = await read();
      tellChanges(what, { last, now }, deps);
      last = merged(what, last, now);
    } catch (error) {
      if (!signal.aborted) {
        say(textOf(error));
      }
    }
    await pause(clock, everyMs, signal);
  }
  return exit.same;
}

async function watchOnce(
  read: () => Promise<Reading>,
  { what }: WatchOptions,
  deps: WatchDeps & { readonly state: string },
): Promise<number> {
  const { state, say } = deps;
  try {
    const last = await readState(state, what);
    const now = await read();
    const count = tellChanges(what, { last, now }, deps);
    await writeState(state, { what, records: merged(what, last, now) });
    return count > 0 ? exit.changed : exit.same;
  } catch (error) {
    if (error instanceof UsageError) {
      throw error;
    }
    say(textOf(error));
    return exit.unread;
  }
}

async function readOnce(
  what: WatchOptions["what"],
  client: SellerClient,
  signal: AbortSignal,
): Promise<Reading> {
  if (typeof what === "string") {
    const { entries, isComplete } = await client.list(what, { signal });
    return { records: entries, isComplete };
  }
  const records: Fields[] = [];
  for (const number of what) {
    const order = await client.getOrder(number, { signal });
    records.push(...(order ? [{ numeroPedido: number, ...order }] : []));
  }
  return { records, isComplete: true };
}

function tellChanges(
  what: WatchOptions["what"],
  { last, now }: { readonly last: readonly Fields[] | undefined; readonly now: Reading },
  { clock, write, say }: WatchDeps,
): number {
  if (!now.isComplete) {
    say("The portal gave a part of the list only: nothing counts as removed.");
  }
  const call = callOf(what);
  const changes = last ? recordChanges(call, last, now.records, now.isComplete) : [];
  const at = new Date(clock.now()).toISOString();
  for (const change of changes) {
    write(JSON.stringify({ at, what: call, ...change }));
  }
  return changes.length;
}

function merged(
  what: WatchOptions["what"],
  last: readonly Fields[] | undefined,
  { records, isComplete }: Reading,
): readonly Fields[] {
  return lastKnown(callOf(what), last ?? [], records, isComplete);
}

function callOf(what: WatchOptions["what"]): SellerCallId {
  return typeof what === "string" ? what : "getOrder";
}

async function readState(
  path: string,
  what: WatchOptions["what"],
): Promise<readonly Fields[] | undefined> {
  const size = await stat(path).then(
    (found) => found.size,
    () => undefined,
  );
  if (size === undefined) {
    return undefined;
  }
  const text = size > maxStateBytes ? "" : await readFile(path, "utf8");
  const parsed = stateSchema.safeParse(parseJson(text));
  if (!parsed.success || JSON.stringify(parsed.data.what) !== JSON.stringify(what)) {
    throw new UsageError(
      "The file of --state is not of this watching. Name another, or remove it.",
    );
  }
  return parsed.data.records;
}

/** Writes atomically, readable only by its owner: orders have personal data. */
async function writeState(path: string, state: object): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, JSON.stringify(state), { mode: 0o600, flag: "wx" });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function textOf(error: unknown): string {
  return error instanceof SellerError ? failureText(error) : "The state cannot be read or written.";
}
