import { type Fields, isRecord } from "../../shared/json.ts";
import {
  type AnswerField,
  failedStatus,
  fieldsIn,
  folded,
  isFailureCode,
  isOutright,
  isYes,
  noProblem,
  successNames,
} from "./complaintSigns.ts";
import { knownNames } from "./knownNames.ts";
import { type PortalWord, portalWords, statusTextNames } from "./portalWords.ts";
import { soundsDone, soundsFailed, soundsUndone } from "./sentences.ts";
import { isRefusingReturn, refusesWrite } from "./writeSigns.ts";

const statusNames: ReadonlySet<string> = new Set([
  "status",
  "statuscode",
  "httpstatus",
  "httpstatuscode",
  "statushttp",
  "codigohttp",
  "responsestatus",
  "statusretorno",
  "state",
  "situacao",
  "resultado",
  "result",
  "retorno",
  "tipo",
  "type",
  "level",
  "severity",
  "ack",
  "tpretorno",
  "tiporetorno",
]);
const codeNames: ReadonlySet<string> = new Set([
  "codigo",
  "code",
  "cod",
  "codigoerro",
  "errorcode",
  "codigoretorno",
  "codretorno",
  "returncode",
]);
const sentenceNames: ReadonlySet<string> = new Set([
  "mensagem",
  "mensagens",
  "message",
  "messages",
  "msg",
  "detail",
  "detalhe",
  "texto",
  "text",
  ...statusTextNames,
]);
/** What may stand around the words of an answer. */
const wrapperNames: ReadonlySet<string> = new Set([
  "return",
  "mensagens",
  "messages",
  "retorno",
  "resultado",
  "result",
  "response",
  "resposta",
  "data",
  "dados",
  "body",
  "registros",
  "registro",
  "itens",
  "items",
  "resultados",
  "results",
  "validacoes",
  "validations",
  "notificacoes",
  "notifications",
]);
const maxDepth = 8;

/**
 * The portal's sentences, if the body of an answer with a successful status complains (none if it
 * has only a sign such as `false`), or undefined. `known`
 * are names of the call's own fields: an object with one of them is a record, in which only an
 * outright sign counts (`sucesso: false`, `erros` with entries), not a word like a status. Without
 * known names, as for a write, one complaint in a list of results is enough.
 */
export function complaintIn(
  body: unknown,
  known: ReadonlySet<string> = new Set(),
): readonly PortalWord[] | undefined {
  if (!complains(body, known, maxDepth)) {
    return undefined;
  }
  return portalWords(body);
}

/** Whether nothing but a sentence of the answer itself makes it a complaint: no sign, status or code. */
export function complainsInWordsOnly(body: unknown): boolean {
  if (!isRecord(body)) {
    return false;
  }
  const entries = fieldsIn(body);
  const others = entries.filter(({ name }) => !sentenceNames.has(name));
  return (
    !others.some(({ name, value: inner }) => codeNames.has(name) && isFailureCode(inner)) &&
    complaintIn(Object.fromEntries(others.map(({ name, value }) => [name, value])), knownNames) ===
      undefined
  );
}

function complains(value: unknown, known: ReadonlySet<string>, depth: number): boolean {
  if (value === false) {
    return true;
  }
  if (typeof value === "string") {
    return (
      /^(?:false|n|nao|nok)$/u.test(folded(value).trim()) ||
      soundsFailed(value) ||
      (known.size === 0 && soundsUndone(value))
    );
  }
  if (Array.isArray(value)) {
    if (depth === 0) {
      return false;
    }
    return known.size === 0
      ? value.slice(0, 100).some((entry) => complains(entry, known, depth - 1))
      : value.length > 0 &&
          value.length <= 100 &&
          value.every((entry) => isRecord(entry) && complains(entry, known, depth - 1));
  }
  return isRecord(value) && recordComplains(value, known, depth);
}

function recordComplains(value: Fields, known: ReadonlySet<string>, depth: number): boolean {
  const entries = fieldsIn(value);
  const isKnown = entries.some(({ name }) => known.has(name));
  if (entries.some(({ name, value: inner }) => isOutright(name, inner))) {
    return true;
  }
  if (isKnown) {
    return false;
  }
  if (known.size === 0 && !isRecordEntry(entries) && refusesWrite(entries)) {
    return true;
  }
  // In a record of a list, `status: false` may be the record's own: a product that is not active.
  const isAnswer = known.size === 0 || depth === maxDepth;
  return (
    entries.some(
      ({ name, value: inner }) =>
        statusNames.has(name) && (isFailedStatus(inner, name) || (isAnswer && inner === false)),
    ) ||
    sentenceComplains(entries, known) ||
    (depth > 0 &&
      entries.some(
        ({ name, value: inner }) =>
          wrapperNames.has(name) && innerComplains(inner, known, depth - 1),
      )) ||
    (known.size === 0 && entries.some(({ value: inner }) => hasOutright(inner, depth - 1)))
  );
}

/** Whether it is one of the portal's records, which an answer may repeat: its states are its own. */
function isRecordEntry(entries: readonly AnswerField[]): boolean {
  return entries.some(({ name }) => knownNames.has(name));
}

/**
 * Under a name that nobody knows, as in `{"envio": {"sucesso": false}}`, outright signs count, and outside of records
 * those of a refused write and a failed status; sentences do not.
 */
function hasOutright(value: unknown, depth: number): boolean {
  if (depth < 0) {
    return false;
  }
  if (Array.isArray(value)) {
    return value.slice(0, 100).some((entry) => hasOutright(entry, depth - 1));
  }
  if (!isRecord(value)) {
    return false;
  }
  const entries = fieldsIn(value);
  return (
    entries.some(
      ({ name, value: inner }) => isOutright(name, inner) || hasOutright(inner, depth - 1),
    ) ||
    (!isRecordEntry(entries) &&
      (refusesWrite(entries) ||
        entries.some(
          ({ name, value: inner }) => statusNames.has(name) && isFailedStatus(inner, name),
        )))
  );
}

function innerComplains(inner: unknown, known: ReadonlySet<string>, depth: number): boolean {
  if (isRecord(inner)) {
    return recordComplains(inner, known, depth);
  }
  const isResult = inner === false || Array.isArray(inner);
  return known.size === 0 && isResult && complains(inner, known, depth);
}

function sentenceComplains(entries: readonly AnswerField[], known: ReadonlySet<string>): boolean {
  const sentence = sentenceOf(entries);
  if (sentence === "") {
    return (
      known.size === 0 && entries.some(({ name, value: inner }) => isRefusingReturn(name, inner))
    );
  }
  if (known.size === 0 && (soundsUndone(sentence) || isErrorMessage(entries))) {
    return true;
  }
  const isDone = soundsDone(sentence);
  if (isDone && entries.some(({ name, value: inner }) => successNames.has(name) && isYes(inner))) {
    return false;
  }
  return (
    soundsFailed(sentence) ||
    (!isDone &&
      entries.some(
        ({ name, value: inner }) =>
          (codeNames.has(name) && isFailureCode(inner)) || isRefusingReturn(name, inner),
      ))
  );
}

/** `ERRO`, `VALIDATION_ERROR`, `422`, a return type `E`: a word or a few of them, not a sentence. */
function isFailedStatus(value: unknown, name: string): boolean {
  if (typeof value !== "string") {
    return typeof value === "number" && value >= 400 && value < 600;
  }
  const text = folded(value.slice(0, 200)).replaceAll(/[^a-z\d]+/gu, " ");
  const words = text.replaceAll(noProblem, " ").trim().split(/\s+/u);
  return (
    (words.length <= 4 && words.some((word) => failedStatus.test(word))) ||
    (text === "e" && name.endsWith("retorno")) ||
    /^[45]\d\d$/u.test(value) ||
    /^nao (?:ok|process|salv|grav|autoriz|aceit|realiz)/u.test(text)
  );
}

/** A message of type `E`, or of SAP's type `A`: `{"TYPE": "E", "MESSAGE": "Material bloqueado"}`. */
function isErrorMessage(entries: readonly AnswerField[]): boolean {
  return entries.some(
    ({ name, value }) =>
      (/^(?:type|tipo|msgty|severity)$/u.test(name) && value === "E") ||
      (/^(?:type|msgty)$/u.test(name) && value === "A"),
  );
}

function sentenceOf(entries: readonly AnswerField[]): string {
  return entries
    .filter(({ name }) => sentenceNames.has(name))
    .flatMap(({ value }): readonly unknown[] =>
      Array.isArray(value) ? value.slice(0, 20) : [value],
    )
    .filter((value) => typeof value === "string")
    .join(" ");
}
