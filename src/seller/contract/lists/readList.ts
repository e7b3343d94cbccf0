import { type Fields, isRecord } from "../../../shared/base/json.ts";
import { knownNames } from "./knownNames.ts";
import { foldedName } from "./portalWords.ts";
import { knownSpelling } from "./spelling.ts";

/** Names of arrays beside a list. If such an array is empty, the list beside it may have entries. */
const besideNames: ReadonlySet<string> = new Set(
  "links errors erros mensagens messages warnings avisos sort orders facets filters".split(" "),
);
const countNames =
  /^(?:total(?:elements|items|itens|count|registros|results|resultados)?|count|quantidadetotal|numberofelements)$/u;
/** Number of objects around a list: `_embedded` and its own name in HAL, `d` and `results` in OData. */
const maxWrappers = 2;

type Known = ReadonlySet<string>;

interface Place {
  readonly entries: readonly unknown[];
  readonly depth: number;
}

/**
 * `known` (`namesOfList`) are the entries' names. Undefined if no array, or more than one, has such entries: the person
 * chooses then (`readChosen`). An empty answer, an empty array or a count of zero is an empty list.
 */
export function readList(
  answer: unknown,
  known: Known = knownNames,
): readonly Fields[] | undefined {
  if (answer === undefined || answer === null || answer === "") {
    return [];
  }
  const places = placesIn(answer, known, 0);
  const [list, other] = places.filter(({ entries }) => entries.some((one) => isEntry(one, known)));
  if (list) {
    return other ? undefined : list.entries.filter(isRecord).map(knownSpelling);
  }
  const nearest = Math.min(...places.map(({ depth }) => depth));
  const isEmpty = places.every(({ depth, entries }) => depth > nearest || entries.length === 0);
  return places.length > 0 && isEmpty ? [] : undefined;
}

/** An entry may also have its known fields inside the composite key `id`. */
export function isEntry(value: unknown, known: Known): value is Fields {
  return (
    isRecord(value) &&
    Object.entries(value).some(([name, inner]) => {
      const folded = foldedName(name);
      return folded === "id" && isRecord(inner)
        ? Object.keys(inner).some((key) => known.has(foldedName(key)))
        : known.has(folded) && !Array.isArray(inner) && inner !== null;
    })
  );
}

function placesIn(value: unknown, known: Known, depth: number): readonly Place[] {
  if (isArray(value)) {
    return [{ entries: value, depth }];
  }
  if (!isRecord(value)) {
    return [];
  }
  const isOne = isEntry(value, known);
  const inner = Object.entries(value)
    .slice(0, 200)
    .flatMap(([name, content]): readonly Place[] => {
      const folded = foldedName(name);
      if (countNames.test(folded)) {
        return content === 0 || content === "0" ? [{ entries: [], depth: depth + 1 }] : [];
      }
      const isInside = depth < maxWrappers && !besideNames.has(folded);
      return isInside && (isArray(content) || !isOne) ? placesIn(content, known, depth + 1) : [];
    });
  return isOne ? [{ entries: [value], depth }, ...inner] : inner;
}

/** `Array.isArray` narrows `unknown` to `any[]`; this keeps `unknown`. */
function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
