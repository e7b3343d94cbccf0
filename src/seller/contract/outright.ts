import { type Fields, isRecord } from "../../shared/base/json.ts";
import { knownNames } from "./knownNames.ts";
import { foldedName } from "./portalWords.ts";

/** Whose answer is judged. The entries that a read asked for have states and errors of their own. */
export type AnswerOf = "write" | "read";

const maxDepth = 8;
const maxFields = 200;
const maxEntries = 100;

const successNames: ReadonlySet<string> = new Set([
  "sucesso",
  "success",
  "ok",
  "issuccess",
  "issucesso",
  "isok",
  "succeeded",
  "successful",
]);
const errorWords: ReadonlySet<string> = new Set([
  "erro",
  "erros",
  "error",
  "errors",
  "fault",
  "faultstring",
  "faultcode",
]);
/** The same as one word, which nothing separates. */
const errorNames: ReadonlySet<string> = new Set([
  "listaerros",
  "errormessage",
  "errormessages",
  "errorcode",
  "errordescription",
  "mensagemerro",
  "mensagenserro",
  "descricaoerro",
  "codigoerro",
  "quantidadeerros",
  "totalerros",
  "haserror",
  "haserrors",
  "temerro",
  "temerros",
  "usererrors",
]);
/** `maxErrors`, `semErros`, `lastError` are about other calls, or no errors. */
const otherErrors = /^(?:sem|no|without|max|limit|last|ultimo|previous|anterior|is)$/u;
const statusNames = /^(?:(?:http)?status(?:code|http)?|codigohttp|httpcode)$/u;
/** A text or code that says that there is no error. */
const noError =
  /^(?:0+|2\d\d|f|false|n|no|nao|não|ok|null|none|undefined|success|sucesso|(?:nenhum|sem|no)(?:\s+err(?:o|or)s?(?:\s+\S+)?)?)[.!]?$/iu;

/**
 * Whether an answer refuses the call by a sign, not in words: a success that is false, something under the name
 * of an error, HTTP's own status of an error, or JSend's `status`. A sentence is no sign.
 */
export function refusesOutright(body: unknown, of: AnswerOf): boolean {
  return body === false || refusesIn(body, of, maxDepth);
}

function refusesIn(value: unknown, of: AnswerOf, depth: number): boolean {
  if (depth < 0) {
    return false;
  }
  if (Array.isArray(value)) {
    return (
      of === "write" && value.slice(0, maxEntries).some((one) => refusesIn(one, of, depth - 1))
    );
  }
  return isRecord(value) && recordRefuses(value, of, depth);
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
      (isErrorName(name) && isSomething(record[name], isPlural(name))) ||
      (!isPortalRecord && isFailedStatus(name, record[name])) ||
      refusesIn(record[name], of, depth - 1),
  );
}

function isNo(name: string, value: unknown): boolean {
  return (
    successNames.has(foldedName(name)) &&
    (value === false ||
      value === 0 ||
      (typeof value === "string" && /^\s*(?:false|f|n|no|nao|não|0|nok)\s*$/iu.test(value)))
  );
}

/** Whether a field holds errors: `erros`, `lista_erros`, `userErrors`, `hasError`; not `maxErrors`. */
export function isErrorName(name: string): boolean {
  const words = name
    .slice(0, 200)
    .split(/[^\p{L}\p{N}]+|(?<=[\p{Ll}\d])(?=\p{Lu})/u)
    .map(foldedName);
  return (
    errorNames.has(foldedName(name)) ||
    (words.some((word) => errorWords.has(word)) && !words.some((word) => otherErrors.test(word)))
  );
}

/** In the plural a number is a count, else a code, of which 200 is none of an error. */
function isPlural(name: string): boolean {
  return /(?:erros|errors|count|total)$/u.test(foldedName(name));
}

function isSomething(value: unknown, isCount: boolean, depth = maxDepth): boolean {
  if (typeof value === "object" && value !== null) {
    const inner: readonly unknown[] = Object.values(value).slice(0, maxFields);
    const isNone = isRecord(value) && hasCodeOfNone(value);
    return !isNone && inner.some((one) => depth === 0 || isSomething(one, isCount, depth - 1));
  }
  return value === true || isError(value, isCount);
}

function isError(value: unknown, isCount: boolean): boolean {
  if (typeof value !== "string" && typeof value !== "number") {
    return false;
  }
  const text = String(value).trim().slice(0, 200);
  return isCount && /^\d+$/u.test(text) ? Number(text) > 0 : text !== "" && !noError.test(text);
}

/** `{"codigo": 0, "mensagem": "Sucesso"}` under the name of an error is none. */
function hasCodeOfNone(record: Fields): boolean {
  return Object.keys(record)
    .slice(0, maxFields)
    .some(
      (name) =>
        /^(?:codigo|code|cod)$/u.test(foldedName(name)) && /^0+$|^ok$/iu.test(String(record[name])),
    );
}

/** `status: 422`, and the three words of JSend and its translation. */
function isFailedStatus(name: string, value: unknown): boolean {
  return (
    statusNames.test(foldedName(name)) &&
    (/^[45]\d\d$/u.test(String(value)) ||
      (typeof value === "string" && /^(?:error|erro|fail)$/iu.test(value)))
  );
}
