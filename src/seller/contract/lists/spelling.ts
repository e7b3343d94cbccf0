import { type Fields, isRecord } from "../../../shared/base/json.ts";
import { apiCallIds, sellerCall } from "../calls.ts";
import { fieldsOf } from "../schemaFields.ts";
import { foldedName } from "./portalWords.ts";

const spellings: ReadonlyMap<string, string> = new Map(
  apiCallIds
    .flatMap((id) => {
      const { body, parameters } = sellerCall(id);
      return [
        ...parameters.map(({ name }) => name),
        ...(body ? fieldsOf(body.schema).flatMap(({ path }) => path) : []),
      ];
    })
    .map((name) => [foldedName(name), name]),
);

const maxDepth = 3;
/** Cached names, because entries repeat them. Names come from outside, so the cache is bounded. */
const cache = new Map<string, string>();

/** Renames `valor_preco_base` or `DESCRIÇÃO` to the contract's spelling. A name in both spellings stays unchanged. */
export function knownSpelling(record: Fields): Fields {
  return respelled(record, maxDepth);
}

function respelled(record: Fields, depth: number): Fields {
  if (isSpelled(record, depth)) {
    return record;
  }
  const entries = Object.entries(record).map(([name, value]) => {
    const inner = depth > 0 && isRecord(value) ? respelled(value, depth - 1) : value;
    return { name, spelling: spellingOf(name), inner };
  });
  const taken = new Set(Object.keys(record));
  // `fromEntries` makes own fields, also of a name such as `__proto__`.
  return Object.fromEntries(
    entries.map(({ name, spelling, inner }) => {
      const isFree = spelling === name || !taken.has(spelling);
      taken.add(spelling);
      return [isFree ? spelling : name, inner];
    }),
  );
}

/** Most lists need no respelling and are not copied. */
function isSpelled(record: Fields, depth: number): boolean {
  for (const name of Object.keys(record)) {
    const value = record[name];
    if (
      spellingOf(name) !== name ||
      (depth > 0 && isRecord(value) && !isSpelled(value, depth - 1))
    ) {
      return false;
    }
  }
  return true;
}

function spellingOf(name: string): string {
  const known = cache.get(name);
  if (known !== undefined) {
    return known;
  }
  const spelling = spellings.get(foldedName(name)) ?? name;
  if (cache.size < 2_000 && name.length <= 200) {
    cache.set(name, spelling);
  }
  return spelling;
}
