import { type Fields, isRecord } from "../../shared/json.ts";
import { foldedName } from "./portalWords.ts";

/** A field of an answer; its name is folded. */
export interface AnswerField {
  readonly name: string;
  readonly value: unknown;
}

const maxFields = 200;

/** The first fields of an object in an answer. */
export function fieldsIn(record: Fields): readonly AnswerField[] {
  return Object.keys(record)
    .slice(0, maxFields)
    .map((name) => ({ name: foldedName(name), value: record[name] }));
}

/** Names whose `false` (or `N`, `0`, `não`) says that the call did not succeed. */
export const successNames: ReadonlySet<string> = new Set([
  "sucesso",
  "success",
  "ok",
  "issuccess",
  "issucesso",
  "succeeded",
  "successful",
]);
/** Names whose entries, text or `true` say that something went wrong. */
const errorNames: ReadonlySet<string> = new Set([
  "erro",
  "error",
  "errormessage",
  "errormessages",
  "errordescription",
  "listaerros",
  "mensagemerro",
  "mensagenserro",
  "descricaoerro",
  "fault",
  "faultstring",
  "haserror",
  "haserrors",
  "temerro",
]);
/** Names whose number is a count of errors, never a code: 250 errors are no success. */
const errorCountName =
  /^(?!sem|no|without|max|limit)\w*(?:erros|errors)(?:count|total)?$|^error(?:count|total)$|^\w*(?:comerro|inerror|semsucesso)$|^violations$/u;
const maxDepth = 5;
/** A status, or a word of it, that says that the call failed. */
export const failedStatus =
  /^(?:erros?|errors?|err|falha|falhou|fail|failed|failure|nok|ko|rejeitad[oa]|recusad[oa]|rejected|refused|negad[oa]|denied|invalid|invalid[oa]|fatal)$/u;

const problems = "(?:erros?|errors?|falhas?|failures?|problemas?|problems?)";
/** What sounds like a problem and says that there is none: "sem erros", "Erros: 0", "não houve falhas". */
export const noProblem = new RegExp(
  [
    String.raw`\b(?:sem|nenhum|nenhuma|no|0|zero|without)\s+${problems}(?:\s+(?:encontrad[oa]s?|found))?\b`,
    String.raw`\b${problems}\s*[:=]\s*0\b(?![.,]?\d)`,
    String.raw`\bnao (?:ha|houve|foram|ocorreram|existem) (?:encontrad[oa]s |detectad[oa]s )?${problems}\b`,
    String.raw`\bnao (?:ha|existem?) (?:mais|outr[oa]s?|proxim[oa]s?) (?:paginas?|registros?|resultados?|itens)\b`,
  ].join("|"),
  "gu",
);

/** Whether a field by itself says that the call failed: `sucesso: false`, `erros` with entries. */
export function isOutright(name: string, value: unknown): boolean {
  return (
    (successNames.has(name) && isNo(value)) ||
    (errorCountName.test(name) && isSomeOf(value)) ||
    (errorNames.has(name) && isSomething(value))
  );
}

/** A number is a count, also one written as text; anything else is what there is of it. */
export function isSomeOf(value: unknown): boolean {
  const isCount =
    typeof value === "number" || (typeof value === "string" && /^\s*\d{1,15}\s*$/u.test(value));
  return isCount ? Number(value) > 0 : isSomething(value);
}

export function isNo(value: unknown): boolean {
  return (
    value === false ||
    value === 0 ||
    (typeof value === "string" && /^(?:false|f|n|no|nao|0|nok)$/u.test(folded(value).trim()))
  );
}

export function isYes(value: unknown): boolean {
  return (
    value === true ||
    value === 1 ||
    (typeof value === "string" && /^(?:true|t|s|sim|y|yes|1|ok)$/u.test(folded(value).trim()))
  );
}

/** False also for an error that is there but empty: `{"codigo": 0, "mensagem": null}`. */
function isSomething(value: unknown, depth = maxDepth): boolean {
  if (typeof value === "string") {
    const text = folded(value.slice(0, 2_000)).replaceAll(noProblem, " ").trim();
    return !/^(?:|false|n|no|nao|0|ok|null|none|nenhum|sucesso|success)$/u.test(text);
  }
  if (Array.isArray(value) || isRecord(value)) {
    const inner: readonly unknown[] = Object.values(value);
    return depth === 0 ? inner.length > 0 : inner.some((one) => isSomething(one, depth - 1));
  }
  return value === true || isFailureCode(value);
}

/** `0`, `200` and `OK` are codes of a success. */
export function isFailureCode(value: unknown): boolean {
  return typeof value === "string"
    ? !/^(?:|0+|2\d\d|ok|sucesso|success)$/u.test(folded(value).trim())
    : typeof value === "number" && value !== 0 && (value < 200 || value > 299);
}

/** Lower case, without accents. */
export function folded(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
