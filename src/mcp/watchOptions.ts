import type { ListCallId } from "../seller/client/sellerClient.ts";
import { readFlags, UsageError } from "../sharedNode/flags.ts";
import { type FlagValues, sharedFlags } from "./programOptions.ts";

export interface WatchOptions {
  /** The watched list, or numbers of orders, because the portal cannot list orders. */
  readonly what: ListCallId | readonly number[];
  readonly everyMs: number;
  /** A file with the last state: compares once with it and updates it. Absent: watches until stopped. */
  readonly state: string | undefined;
  readonly flags: FlagValues;
}

const lists: ReadonlyMap<string, ListCallId> = new Map([
  ["products", "listProducts"],
  ["stock", "listStock"],
  ["prices", "listPrices"],
  ["delivery-terms", "listDeliveryTerms"],
  ["minimum-orders", "listMinimumOrders"],
]);

const minuteMs = 60_000;
const maxOrders = 50;

export const watchHelpText = `mcp.mjs watch <list> [flags]
mcp.mjs watch orders <number> [<number> …] [flags]

Reads a list (${[...lists.keys()].join(", ")}) or up to ${maxOrders} orders at an interval, and writes
each change to standard output as a line of JSON: at, what, change (added, changed, removed), key, and
before and after of each field that differs. The first reading is what the next ones are compared with.

  --every <minutes>   5; at least 1, so that the portal's limits are left alone
  --state <file>      for a scheduler: compares once with this file and writes into it what was read

Personal data is masked unless --no-masking is given. The environment comes from the variables of the
server (mcp.mjs --help). Exit codes with --state: 0 nothing changed, 1 something did, 2 usage, 5 the
portal or the file cannot be read. Without it, a reading that fails is told and tried again.`;

const flags = {
  ...sharedFlags,
  every: { type: "string", default: "5" },
  state: { type: "string" },
} as const;

/** Throws `UsageError`; options of the environment are read elsewhere. */
export function readWatchOptions(args: readonly string[]): WatchOptions {
  const { values, positionals } = readFlags(args, flags, true);
  const { every, state } = values;
  if (!/^\d{1,4}$/u.test(every) || Number(every) < 1) {
    throw new UsageError("--every takes whole minutes, at least 1.");
  }
  if (state === "") {
    throw new UsageError("--state takes a file.");
  }
  return {
    what: whatOf(positionals),
    everyMs: Number(every) * minuteMs,
    state,
    flags: values,
  };
}

function whatOf([name = "", ...numbers]: readonly string[]): WatchOptions["what"] {
  const list = lists.get(name);
  if (list && numbers.length === 0) {
    return list;
  }
  const areNumbers = numbers.every((number) => /^\d{1,15}$/u.test(number));
  if (name !== "orders" || numbers.length === 0 || numbers.length > maxOrders || !areNumbers) {
    throw new UsageError(
      `It watches one of ${[...lists.keys()].join(", ")}, or orders with 1 to ${maxOrders} numbers.`,
    );
  }
  return numbers.map(Number);
}
