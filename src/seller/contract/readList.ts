import { type Fields, isRecord, parseJson } from "../../shared/json.ts";
import { knownNames } from "./knownNames.ts";
import { foldedName } from "./portalWords.ts";
import { knownSpelling } from "./spelling.ts";

/** Names under which similar services put the entries of a list; the specification shows none. */
const listNames: ReadonlySet<string> = new Set([
  "d",
  "content",
  "conteudo",
  "data",
  "items",
  "itens",
  "dados",
  "lista",
  "list",
  "resultado",
  "resultados",
  "result",
  "results",
  "registros",
  "records",
  "rows",
  "linhas",
  "elements",
  "elementos",
  "entries",
  "values",
  "value",
  "embedded",
  "retorno",
  "response",
  "resposta",
  "payload",
  "body",
  "docs",
  "produtos",
  "estoques",
  "precos",
  "prazos",
  "pedidosminimos",
]);
/** The element around a list in SOAP: `<buscarResponse/>` is an empty one. */
const responseName =
  /^(?:buscar|listar|consultar|obter|pesquisar|get|list|search|find|query)\w*(?:response|return|result)$|^arrayof|^return$|^envelope$/u;
/** Arrays that stand beside a list, never the list itself. */
const besideNames: ReadonlySet<string> = new Set([
  "links",
  "errors",
  "erros",
  "mensagens",
  "messages",
  "warnings",
  "avisos",
  "sort",
  "orders",
  "facets",
  "filters",
]);
const countNames =
  /^(?:total(?:elements|items|itens|count|registros|results|resultados)?|count|quantidadetotal|numberofelements)$/u;
const maxDepth = 5;

type Known = ReadonlySet<string>;

/**
 * The entries of a list in any usual shape: an array, also deep in wrappers, with each entry
 * wrapped once more or written as JSON text, an object with numbers or records as its keys, one
 * object for one result, or an empty answer. Undefined for an answer that is not a list. Entries
 * that are not objects are left out, but without any object it is no list of records; the known
 * fields get the contract's spelling. `known` are the names that the entries may have
 * (`namesOfList`): `{"produto": {…}}` is a wrapped product, but a price with its product.
 */
export function readList(
  answer: unknown,
  known: ReadonlySet<string> = knownNames,
): readonly Fields[] | undefined {
  const entries = entriesIn(answer, known, maxDepth) ?? entriesIn(answer, knownNames, maxDepth);
  const records = entries
    ?.map((entry) => readEntry(entry, known))
    .filter((record) => record !== undefined);
  return entries && entries.length > 0 && records?.length === 0 ? undefined : records;
}

/** One entry of a list as `readList` reads it; undefined if it is no object. */
export function readEntry(entry: unknown, known: ReadonlySet<string>): Fields | undefined {
  const record = unwrapped(entry, known);
  return isRecord(record) ? knownSpelling(record) : undefined;
}

function entriesIn(value: unknown, known: Known, depth: number): readonly unknown[] | undefined {
  if (value === undefined || value === null || value === "") {
    return [];
  }
  if (isArray(value)) {
    return value;
  }
  if (!isRecord(value) || depth === 0) {
    return undefined;
  }
  return (
    keyedIn(value, known) ?? (hasKnown(value, known) ? [value] : wrappedIn(value, known, depth))
  );
}

/** The array in a wrapper: under a usual name, the only one, or the only one with known fields. */
function wrappedIn(value: Fields, known: Known, depth: number): readonly unknown[] | undefined {
  const inner = Object.entries(value)
    .slice(0, 200)
    .map(([name, content]) => [foldedName(name), content] as const)
    .filter(([name]) => !besideNames.has(name));
  const usual = inner.filter(([name]) => listNames.has(name));
  const fits = ([, content]: readonly [string, unknown]): boolean => isListOf(content, known);
  const named = [...usual.filter(fits), ...usual.filter((one) => !fits(one))];
  if (isAmbiguous(named, known)) {
    return undefined;
  }
  const arrays = inner.filter(([, content]) => isArray(content));
  const full = arrays.filter(fits);
  const chosen = full.length === 1 ? full : arrays.length === 1 ? arrays : [];
  let isFound = inner.some(isCountOfNone);
  for (const [name, content] of [
    ...named,
    ...chosen,
    ...inner.filter(([own, one]) => isRecord(one) || (one === "" && responseName.test(own))),
  ]) {
    const found = entriesIn(textless(content), known, depth - 1);
    const isList = isPlaceOfList(name, content);
    // Beside a list that is there and empty, what is deeper counts only if it is of the list's kind.
    if (hasEntries(found, isFound && !isList ? known : undefined)) {
      return found;
    }
    isFound ||= found !== undefined && isList;
  }
  return isFound ? [] : undefined;
}

function isCountOfNone([name, content]: readonly [string, unknown]): boolean {
  return countNames.test(name) && (content === 0 || content === "0");
}

/** Whether a list may be there, so that it is an empty one if nothing is in it; of `<soap:Body/>` nobody knows. */
function isPlaceOfList(name: string, content: unknown): boolean {
  const isNamed = listNames.has(name) || responseName.test(name);
  return isArray(content) || (isNamed && !(name === "body" && content === ""));
}

/**
 * Whether two lists with usual names, as `{"itens": […], "registros": […]}`, might both be the list: either would be
 * shown as the whole. The same list under two names is one list.
 */
function isAmbiguous(named: readonly (readonly [string, unknown])[], known: Known): boolean {
  const full = named
    .map(([, content]) => textless(content))
    .filter((content) => isArray(content) && content.some(isRecord));
  if (full.length < 2) {
    return false;
  }
  const fitting = full.filter((content) => isListOf(content, known));
  const texts = (fitting.length > 0 ? fitting : full).map((content) => JSON.stringify(content));
  return new Set(texts).size > 1;
}

/** Whether it is an array with an entry that has known fields. */
function isListOf(content: unknown, known: Known): boolean {
  const plain = textless(content);
  return isArray(plain) && plain.some((one) => isKnown(one, known));
}

/** Whether there are entries; with `known`, such with known fields. */
function hasEntries(
  found: readonly unknown[] | undefined,
  known: Known | undefined,
): found is readonly unknown[] {
  return found?.some((one) => known === undefined || isKnown(one, known)) === true;
}

/** `{"0": {…}, "1": {…}}`, or records under their codes, each perhaps wrapped once more. */
function keyedIn(value: Fields, known: Known): readonly unknown[] | undefined {
  const keys = Object.keys(value);
  const values = Object.values(value).map(textless);
  const isNumbered = keys.every((key) => /^\d{1,15}$/u.test(key)) && values.every(isRecord);
  const isEntry = (one: unknown): boolean => {
    const plain = isRecord(one) ? unwrapped(one, known) : undefined;
    return isRecord(plain) && hasKnown(plain, known);
  };
  return keys.length > 0 && (isNumbered || values.every(isEntry)) ? values : undefined;
}

/** An entry without what is around it: `{"produto": {…}}`, or JSON written as text. */
function unwrapped(entry: unknown, known: Known): unknown {
  const plain = textless(entry);
  if (!isRecord(plain) || hasKnown(plain, known)) {
    return plain;
  }
  const inner = Object.entries(plain).filter(([name]) => !/^_?links?$/u.test(name));
  const [only] = inner;
  if (inner.length === 1 && only && only[0] !== "id" && isRecord(only[1])) {
    return only[1];
  }
  // Beside an id or a cursor, as in JSON:API and GraphQL, the one record of the list's own kind.
  const own = inner.filter(([, value]) => isKnown(value, known));
  return own.length === 1 ? unwrapped(own[0]?.[1], known) : plain;
}

/** JSON that is written as a text, as the value that it is; any other value as it is. */
export function textless(value: unknown): unknown {
  return typeof value === "string" && /^\s*[{[]/u.test(value) ? (parseJson(value) ?? value) : value;
}

function isKnown(value: unknown, known: Known): boolean {
  const plain = textless(value);
  return (
    isRecord(plain) &&
    (hasKnown(plain, known) ||
      Object.values(plain).some((inner) => isRecord(inner) && hasKnown(inner, known)))
  );
}

/**
 * Whether a record has a field of the contract whose value is a value, not a list of records; also
 * in its composite key `id`.
 */
function hasKnown(value: Fields, known: Known = knownNames): boolean {
  return Object.entries(value).some(([name, inner]) => {
    const folded = foldedName(name);
    return folded === "id" && isRecord(inner)
      ? Object.keys(inner).some((key) => known.has(foldedName(key)))
      : known.has(folded) && !isArray(inner) && inner !== null;
  });
}

/** `Array.isArray` narrows `unknown` to `any[]`; this keeps `unknown`. */
function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
