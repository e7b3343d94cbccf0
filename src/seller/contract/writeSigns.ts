import { folded, isFailureCode, isSomeOf, isYes, isNo, successNames } from "./complaintSigns.ts";

type Entries = readonly (readonly [string, unknown])[];

const amount = String.raw`(?:total|qtde?|quantidade|num(?:ero)?)?(?:de)?`;
/** Names of what was done with a write: `gravado: false` says that it was not. Not those of an upsert's other half. */
const doneName = new RegExp(
  String.raw`^${amount}(?:salv|atualizad|cadastrad|registrad|gravad|aceit|alterad|processad|realizad|efetuad|concluid)[oa]s?$|^valid[oa]$|^(?:isvalid|saved|updated|accepted|processed|completed|applied|stored|persisted)$`,
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
const partialName =
  /^(?:is)?(?:parcial|partial)$|^(?:sucesso|processamento|gravacao)parcial$|^partial(?:success|failure(?:error)?)$/u;
const stateName = /^(?:status|situacao|resultado|result|retorno|state|tipo|ack)/u;

/**
 * Whether fields of a write's answer, outside of a record, say that it was refused or done in part:
 * `gravado: false`, `rejeitados: 1`, `codigoErro: 17`, `affectedRows: 0`, `status: "PARCIAL"`.
 * `atualizado: false` beside `criado: true` says nothing of the kind.
 */
export function refusesWrite(entries: Entries): boolean {
  const isDone = entries.some(
    ([name, value]) =>
      (doneName.test(name) || affectedName.test(name) || otherDoneName.test(name)) &&
      (isYes(value) || Number(countIn(value)) > 0),
  );
  return (
    entries.some(([name, value]) => saysRefused(name, value)) ||
    (!isDone && saysNothingDone(entries))
  );
}

function saysRefused(name: string, value: unknown): boolean {
  return (
    ((refusedName.test(name) || partialName.test(name)) && isSomeOf(value)) ||
    (errorCodeNames.has(name) && isFailureCode(value)) ||
    (stateName.test(name) && isPartial(value))
  );
}

/** A count of zero beside `sucesso: true` may be that of an upsert's other half. */
function saysNothingDone(entries: Entries): boolean {
  const isSuccess = entries.some(([name, value]) => successNames.has(name) && isYes(value));
  return entries.some(
    ([name, value]) =>
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

/** `PARCIAL`, `PARTIAL_SUCCESS`, `processado parcialmente`: a word or a few of them, not a sentence. */
function isPartial(value: unknown): boolean {
  if (typeof value !== "string") {
    return false;
  }
  const words = folded(value.slice(0, 200))
    .replaceAll(/[^a-z\d]+/gu, " ")
    .trim()
    .split(" ");
  return words.length <= 4 && words.some((word) => /^(?:parcial|partial)/u.test(word));
}
