import { isRecord } from "../../../shared/base/json.ts";
import { fieldsOf, listOf } from "../../formats/base/fields.ts";
import { mapStrings } from "./mapStrings.ts";
import type { Dialect, PlayedCall, Trajectory } from "./trajectory.ts";

/** The dialect of the request's tools. Our own tool names win a tie. */
export function chooseDialect(
  { steps, dialects = {} }: Trajectory,
  offered: ReadonlySet<string>,
): Dialect | undefined {
  const called = new Set(steps.flatMap(({ calls = [] }) => calls.map(({ tool }) => tool)));
  const countOf = (dialect: Dialect | undefined): number =>
    [...called].filter((tool) => offered.has(dialect?.[tool]?.name ?? tool)).length;
  let best: Dialect | undefined;
  for (const dialect of Object.values(dialects)) {
    if (countOf(dialect) > countOf(best)) {
      best = dialect;
    }
  }
  return best;
}

export function inDialect(call: PlayedCall, dialect: Dialect | undefined): PlayedCall {
  const spoken = dialect?.[call.tool];
  if (!spoken) {
    return call;
  }
  const args = mapStrings(spoken.args, (text) => filled(text, call.args));
  return { tool: spoken.name, args: isRecord(args) ? args : {} };
}

const place = /\{([\w.]+)\}/gu;
const onlyPlace = /^\{([\w.]+)\}$/u;

/** `{path}` is our argument, `{edits.0.old_text}` an inner argument. Alone in a string, it keeps its type. */
function filled(pattern: string, args: PlayedCall["args"]): unknown {
  const [, only] = onlyPlace.exec(pattern) ?? [];
  return only === undefined
    ? pattern.replaceAll(place, (_, path: string) => textOf(valueAt(args, path)))
    : valueAt(args, only);
}

function valueAt(args: PlayedCall["args"], path: string): unknown {
  let value: unknown = args;
  for (const key of path.split(".")) {
    value = listOf(value)[Number(key)] ?? fieldsOf(value)[key];
  }
  return value;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
