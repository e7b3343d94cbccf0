import { type Fields, isRecord } from "../../../shared/base/json.ts";
import { knownNames } from "./knownNames.ts";
import { foldedName } from "./portalWords.ts";

/**
 * The kind of call. In the answer of a read, entries may have fields that look like errors, such as an order's state.
 */
export type AnswerOf = "write" | "read";

const maxDepth = 8;
const maxFields = 200;

const successName = /^(?:is)?(?:sucesso|success|ok)$|^succe(?:eded|ssful)$/u;
/** Matches a name or a part of it: `errors`, `listaerros`, `errorcode`, `faultstring`. */
const errorWord = /^(?:fault(?:string|code)?|(?:.*[^f])?err(?:o|or)s?|err(?:o|or).*)$/u;
/** `maxErrors`, `semErros` and `lastError` report no error of this call. */
const otherErrors = /^(?:sem|no|without|max|limit|last|ultimo|previous|anterior|is)(?:err.*)?$/u;
/** Names under which a number is a count. Elsewhere it is a code, and 200 is not an error code. */
const counts = /(?:erros|errors|count|total)$/u;
const statusNames = /^(?:(?:http)?status(?:code|http)?|codigohttp|httpcode)$/u;
const noError =
  /^(?:0+|2\d\d|f|false|n|no|nao|não|ok|null|none|undefined|success|sucesso|(?:nenhum|sem|no)(?:\s+err(?:o|or)s?(?:\s+\S+)?)?)[.!]?$/iu;

/**
 * Looks for a false success, content under an error's name, HTTP's error status, or JSend's `status`. A sentence is no
 * sign.
 */
export function refusesOutright(body: unknown, of: AnswerOf): boolean {
  return body === false || refusesIn(body, of, maxDepth);
}

function refusesIn(value: unknown, of: AnswerOf, depth: number): boolean {
  if (isRecord(value)) {
    return depth >= 0 && recordRefuses(value, of, depth);
  }
  const entries = Array.isArray(value) && of === "write" && depth > 0 ? value : [];
  return entries.slice(0, maxFields).some((one) => refusesIn(one, of, depth - 1));
}

function recordRefuses(record: Fields, of: AnswerOf, depth: number): boolean {
  const names = Object.keys(record).slice(0, maxFields);
  const isPortalRecord = names.some((name) => knownNames.has(foldedName(name)));
  if (isPortalRecord && of === "read") {
    return false;
  }
  return names.some(
    (name) =>
      isNo(name, record[name]) ||
      (isErrorName(name) && isSomething(record[name], counts.test(foldedName(name)))) ||
      (!isPortalRecord && isFailedStatus(name, record[name])) ||
      refusesIn(record[name], of, depth - 1),
  );
}

function isNo(name: string, value: unknown): boolean {
  return (
    successName.test(foldedName(name)) &&
    /^\s*(?:false|f|n|no|nao|não|0|nok)\s*$/iu.test(String(value))
  );
}

export function isErrorName(name: string): boolean {
  const words = name
    .slice(0, 200)
    .split(/[^\p{L}\p{N}]+|(?<=[\p{Ll}\d])(?=\p{Lu})/u)
    .map(foldedName);
  return (
    words.some((word) => errorWord.test(word)) && !words.some((word) => otherErrors.test(word))
  );
}

function isSomething(value: unknown, isCount: boolean, depth = maxDepth): boolean {
  if (typeof value === "object" && value !== null) {
    const inner: readonly unknown[] = Object.values(value).slice(0, maxFields);
    return (
      !hasCodeOfNone(value) &&
      inner.some((one) => depth === 0 || isSomething(one, isCount, depth - 1))
    );
  }
  const text = String(value).trim().slice(0, 200);
  return isCount && /^\d+$/u.test(text) ? Number(text) > 0 : text !== "" && !noError.test(text);
}

/** True for a code of success under an error's name, such as `{"codigo": 0, "mensagem": "Sucesso"}`. */
function hasCodeOfNone(record: object): boolean {
  return Object.entries(record)
    .slice(0, maxFields)
    .some(
      ([name, value]) =>
        /^cod(?:e|igo)?$/u.test(foldedName(name)) && /^0+$|^ok$/iu.test(String(value)),
    );
}

/** Reads `status: 422`, and the three words of JSend and its translation. */
function isFailedStatus(name: string, value: unknown): boolean {
  return (
    statusNames.test(foldedName(name)) && /^(?:[45]\d\d|error|erro|fail)$/iu.test(String(value))
  );
}
