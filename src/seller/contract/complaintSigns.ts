import { isRecord } from "../../shared/json.ts";

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
  /^(?!sem|no|without|max|limit)\w*(?:erros|errors)(?:count|total)?$|^error(?:count|total)$|^violations$/u;
/** Names of what was done with a write: `gravado: false` says that it was not. Not those of an upsert's other half. */
const doneName =
  /^(?:total|qtde?|quantidade)?(?:salv|atualizad|cadastrad|registrad|gravad|aceit|alterad|processad|realizad|efetuad|concluid)[oa]s?$|^valid[oa]$|^(?:isvalid|saved|updated|accepted|processed|completed|applied|stored|persisted)$/u;
/** Names of what was refused: a count above zero, entries or `true` say that something was. */
const refusedName =
  /^(?:total|qtde?|quantidade)?(?:rejeitad[oa]s?|recusad[oa]s?|rejected|refused|failed|failures?|falhas?)(?:count|total)?$|^nao(?:processad|gravad|salv|atualizad|aceit|importad)[oa]s?$|^(?:exception|excecao|stacktrace|inconsistencias?|criticas?|problemas?)$/u;
/** Names of what was left out: no refusal beside something that was done. */
const ignoredName = /^(?:total|qtde?|quantidade)?(?:ignorad[oa]s?|ignored|skipped)$/u;
const errorCodeNames: ReadonlySet<string> = new Set([
  "codigoerro",
  "coderro",
  "coderror",
  "errorcode",
  "errcode",
]);
const maxDepth = 5;

/** What sounds like a problem and says that there is none. */
export const noProblem =
  /\b(?:sem|nenhum|nenhuma|no|0|zero|without)\s+(?:erros?|errors?|falhas?|failures?)(?:\s+(?:encontrad[oa]s?|found))?\b|\bnao (?:ha|existem?) (?:mais|outr[oa]s?|proxim[oa]s?) (?:paginas?|registros?|resultados?|itens)\b/gu;

/** Whether a field by itself says that the call failed: `sucesso: false`, `erros` with entries. */
export function isOutright(name: string, value: unknown): boolean {
  return (
    (successNames.has(name) && isNo(value)) ||
    (errorCountName.test(name) && isSomeOf(value)) ||
    (errorNames.has(name) && isSomething(value))
  );
}

/** A number is a count, also one written as text; anything else is what there is of it. */
function isSomeOf(value: unknown): boolean {
  const isCount =
    typeof value === "number" || (typeof value === "string" && /^\s*\d{1,15}\s*$/u.test(value));
  return isCount ? Number(value) > 0 : isSomething(value);
}

/**
 * Whether fields of a write's answer, outside of a record, say that it was refused: `gravado: false`, `rejeitados: 1`,
 * `codigoErro: 17`. `atualizado: false` beside `criado: true` says nothing of the kind.
 */
export function refusesWrite(entries: readonly (readonly [string, unknown])[]): boolean {
  const isDone = entries.some(
    ([name, value]) =>
      (doneName.test(name) ||
        /^(?:criad|incluid|inserid)[oa]s?$|^(?:created|inserted)$/u.test(name)) &&
      (isYes(value) || (typeof value === "number" && value > 0)),
  );
  return entries.some(
    ([name, value]) =>
      (refusedName.test(name) && isSomeOf(value)) ||
      (!isDone && ignoredName.test(name) && isSomeOf(value)) ||
      (errorCodeNames.has(name) && isFailureCode(value)) ||
      (!isDone && value !== 0 && doneName.test(name) && isNo(value)),
  );
}

function isNo(value: unknown): boolean {
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
