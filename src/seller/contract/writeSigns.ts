import {
  type AnswerField,
  folded,
  isFailureCode,
  isSomeOf,
  isYes,
  isNo,
  successNames,
} from "./complaintSigns.ts";

const amount = String.raw`(?:total|qtde?|quantidade|num(?:ero)?)?(?:de)?`;
/** Names of what was done with a write: `gravado: false` says that it was not. Not those of an upsert's other half. */
const doneName = new RegExp(
  String.raw`^${amount}(?:salv|atualizad|cadastrad|registrad|gravad|aceit|alterad|processad|realizad|efetuad|concluid)[oa]s?$|^valid[oa]$|^(?:isvalid|valid|saved|updated|accepted|processed|completed|applied|stored|persisted)$`,
  "u",
);
/** Names of how many rows a write changed: `affectedRows: 0` says that it changed nothing. */
const affectedName = new RegExp(
  String.raw`^${amount}(?:linhas|registros|itens|produtos)(?:afetad|alterad|atualizad|modificad|gravad|salv|inserid|incluid)[oa]s$|^(?:n|num|number(?:of)?|total)?(?:rows?|records?|items?|lines?|documents?)?(?:affected|changed|modified|upserted)(?:rows?|records?|items?|lines?|count)?$|^(?:rows?|records?)(?:updated|saved|inserted)$|^(?:updated|upserted|updatecount|rowcount)(?:rows?|records?|count)?$`,
  "u",
);
/** Names of what else a write may have done: beside them a zero is no refusal. */
const otherDoneName = new RegExp(
  String.raw`^${amount}(?:registros|itens|produtos|linhas)?(?:criad|incluid|inserid|inalterad|mantid|encontrad)[oa]s?$|^(?:created|inserted|unchanged|matched)(?:rows?|records?|count)?$|^semalterac(?:ao|oes)$|^(?:insert(?:ed)?|upserted|last(?:insert)?|novo)?id$`,
  "u",
);
/** Names of what was refused: a count above zero, entries or `true` say that something was. */
const refusedName =
  /^(?:total|qtde?|quantidade|itens|registros|produtos|linhas)?(?:rejeitad[oa]s?|recusad[oa]s?|rejected|refused|failed|failures?|falhas?)(?:count|total)?$|^nao(?:processad|gravad|salv|atualizad|aceit|importad)[oa]s?$|^(?:exception|excecao|stacktrace|inconsistencias?|criticas?|problemas?)$/u;
/** Names of what was left out: no refusal beside something that was done. */
const ignoredName = /^(?:total|qtde?|quantidade)?(?:ignorad[oa]s?|ignored|skipped)$/u;
const errorCodeNames: ReadonlySet<string> = new Set([
  "codigoerro",
  "coderro",
  "coderror",
  "errorcode",
  "errcode",
  "errno",
]);
/** Names of a code that says how a call ended. */
const returnCodeName =
  /^(?:codigo|cod|c)?(?:retorno|ret)$|^ret(?:urn)?code$|^return$|^(?:ev|ex)?subrc$/u;
const partialName =
  /^(?:is)?(?:parcial|partial)$|^(?:sucesso|processamento|gravacao)parcial$|^partial(?:success|failure(?:error)?)$/u;
const stateName = /^(?:status|situacao|resultado|result|retorno|state|tipo|ack)/u;

/**
 * Whether fields of a write's answer, outside of a record, say that it was refused or done in part:
 * `gravado: false`, `rejeitados: 1`, `codigoErro: 17`, `affectedRows: 0`, `status: "PARCIAL"`.
 * `atualizado: false` beside `criado: true` says nothing of the kind.
 */
export function refusesWrite(entries: readonly AnswerField[]): boolean {
  return (
    entries.some(({ name, value }) => saysRefused(name, value)) ||
    (!saysDone(entries) && saysNothingDone(entries))
  );
}

/** Whether a flag or a count says that something was done: `gravado: true`, `affectedRows: 1`. */
export function saysDone(entries: readonly AnswerField[]): boolean {
  return entries.some(
    ({ name, value }) =>
      (doneName.test(name) || affectedName.test(name) || otherDoneName.test(name)) &&
      (isYes(value) || Number(countIn(value)) > 0),
  );
}

function saysRefused(name: string, value: unknown): boolean {
  return (
    ((refusedName.test(name) || partialName.test(name)) && isSomeOf(value)) ||
    (errorCodeNames.has(name) && isFailureCode(value)) ||
    (stateName.test(name) && isPartial(value))
  );
}

/** Whether a code without a sentence says that the call failed: `returnCode: 12`, `retorno: -1`. Often 1 means yes. */
export function isRefusingReturn(name: string, value: unknown): boolean {
  const code =
    typeof value === "string" && /^\s*-?\d{1,9}\s*$/u.test(value) ? Number(value) : value;
  return returnCodeName.test(name) && typeof code === "number" && code !== 1 && isFailureCode(code);
}

/** A count of zero beside `sucesso: true` may be that of an upsert's other half. */
function saysNothingDone(entries: readonly AnswerField[]): boolean {
  const isSuccess = entries.some(({ name, value }) => successNames.has(name) && isYes(value));
  return entries.some(
    ({ name, value }) =>
      (ignoredName.test(name) && isSomeOf(value)) ||
      (affectedName.test(name) && countIn(value) === 0) ||
      (doneName.test(name) && isNo(value) && !(isSuccess && countIn(value) === 0)),
  );
}

/** A whole number, also one written as text. */
function countIn(value: unknown): number | undefined {
  if (typeof value === "string" && /^\s*\d{1,15}\s*$/u.test(value)) {
    return Number(value);
  }
  return typeof value === "number" ? value : undefined;
}

/** Words that stand beside "partial" where it is about the call: `PARTIAL_REFUND` is the state of an order. */
const partialCall =
  /^(?:parcial(?:mente)?|partial(?:ly)?|sucesso|success(?:ful|fully)?|exito|erros?|errors?|fail(?:ed|ure)?|falhas?|complet(?:ed|e|o)|concluid[oa]|process(?:ed|ad[oa]|amento)|importad[oa]|gravad[oa]|salv[oa]|accepted|aceit[oa]|update|com|de|with|ok)$/u;

/** `PARCIAL`, `PARTIAL_SUCCESS`, `processado parcialmente`: a word or a few of them, not a sentence. */
function isPartial(value: unknown): boolean {
  if (typeof value !== "string") {
    return false;
  }
  const words = folded(value.slice(0, 200).replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " "))
    .replaceAll(/[^a-z\d]+/gu, " ")
    .trim()
    .split(" ");
  return (
    words.length <= 4 &&
    words.some((word) => /^(?:parcial|partial)/u.test(word)) &&
    words.every((word) => partialCall.test(word))
  );
}
