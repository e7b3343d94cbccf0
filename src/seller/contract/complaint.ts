import { type Fields, isRecord } from "../../shared/json.ts";
import { foldedName, type PortalWord, portalWords } from "./portalWords.ts";

/** Names whose `false` (or `N`, `0`, `não`) says that the call did not succeed. */
const successNames: ReadonlySet<string> = new Set([
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
  "erros",
  "error",
  "errors",
  "errormessage",
  "errormessages",
  "fielderrors",
  "validationerrors",
  "listaerros",
  "mensagemerro",
  "mensagenserro",
  "descricaoerro",
  "fault",
  "haserror",
  "haserrors",
  "temerro",
  "violations",
]);
const statusNames: ReadonlySet<string> = new Set([
  "status",
  "statuscode",
  "httpstatus",
  "situacao",
  "resultado",
  "result",
  "retorno",
  "tipo",
  "type",
  "level",
  "severity",
]);
const codeNames: ReadonlySet<string> = new Set([
  "codigo",
  "code",
  "cod",
  "codigoerro",
  "errorcode",
  "codigoretorno",
]);
const sentenceNames: ReadonlySet<string> = new Set([
  "mensagem",
  "mensagens",
  "message",
  "messages",
  "msg",
  "detail",
  "detalhe",
]);
/** What may stand around the words of an answer. */
const wrapperNames: ReadonlySet<string> = new Set([
  "retorno",
  "resultado",
  "result",
  "response",
  "resposta",
  "data",
  "dados",
  "body",
]);

const failedStatus =
  /^(?:erros?|errors?|err|falha|falhou|fail|failed|failure|nok|ko|rejeitad[oa]|recusad[oa]|rejected|refused|negad[oa]|denied|invalid|invalid[oa]|fatal)$/u;
const noProblem = /\b(?:sem|nenhum|no|0|zero|without)\s+(?:erros?|errors?|falhas?|failures?)\b/gu;
const failedSentence =
  /\b(?:erros?|errors?|falh(?:a|ou)|fail(?:ed|ure|s)?|invalid[oa]?s?|rejeitad[oa]|recusad[oa]|rejected|refused|negad[oa]|denied|obrigatori[oa]s?|required|nao|inexistente|not (?:found|allowed|saved|valid|authori[sz]ed)|unable|cannot|could not)\b/u;
const doneSentence =
  /\b(?:sucesso|success(?:fully|ful)?|salv[oa]|atualizad[oa]|cadastrad[oa]|registrad[oa]|cancelad[oa]|gravad[oa]|recebid[oa]|aceit[oa]|ok|saved|updated|created|accepted|done)\b/u;

/**
 * The portal's sentences, if the body of an answer with a successful status complains (none if it
 * has only a sign such as `false`), or undefined. `known`
 * are names of the call's own fields: an object with one of them is a record, in which only an
 * outright sign counts (`sucesso: false`, `erros` with entries), not a word like a status.
 */
export function complaintIn(
  body: unknown,
  known: ReadonlySet<string> = new Set(),
): readonly PortalWord[] | undefined {
  if (!complains(body, known, 3)) {
    return undefined;
  }
  return portalWords(body);
}

/** Whether a sentence says that nothing was found, which is no error where something was asked for. */
export function saysNothingFound(words: readonly PortalWord[]): boolean {
  return words.some(({ text }) =>
    /\b(?:nenhum\w*|nao (?:foi |foram |ha )?(?:\w+ )*?encontrad\w+|nao ha|sem (?:registros|resultados)|nothing (?:was )?found|no (?:\w+ )?(?:records?|results?|entries|data)|vazi[oa])\b/u.test(
      folded(text),
    ),
  );
}

function complains(value: unknown, known: ReadonlySet<string>, depth: number): boolean {
  if (value === false) {
    return true;
  }
  if (typeof value === "string") {
    return /^(?:false|n|nao|nok)$/u.test(folded(value).trim()) || soundsFailed(value);
  }
  if (Array.isArray(value)) {
    return value.length > 0 && value.length <= 100 && depth > 0
      ? value.every((entry) => isRecord(entry) && complains(entry, known, depth - 1))
      : false;
  }
  return isRecord(value) && recordComplains(value, known, depth);
}

function recordComplains(value: Fields, known: ReadonlySet<string>, depth: number): boolean {
  const entries = Object.entries(value)
    .slice(0, 200)
    .map(([name, inner]) => [foldedName(name), inner] as const);
  const isKnown = entries.some(([name]) => known.has(name));
  if (entries.some(([name, inner]) => isOutright(name, inner))) {
    return true;
  }
  if (isKnown) {
    return false;
  }
  const sentence = sentenceOf(entries);
  return (
    entries.some(([name, inner]) => statusNames.has(name) && isFailedStatus(inner)) ||
    (sentence !== "" &&
      (soundsFailed(sentence) ||
        (entries.some(([name, inner]) => codeNames.has(name) && isFailureCode(inner)) &&
          !doneSentence.test(folded(sentence))))) ||
    (depth > 0 &&
      entries.some(
        ([name, inner]) =>
          wrapperNames.has(name) && isRecord(inner) && recordComplains(inner, known, depth - 1),
      ))
  );
}

function isOutright(name: string, value: unknown): boolean {
  return (successNames.has(name) && isNo(value)) || (errorNames.has(name) && isSomething(value));
}

function isNo(value: unknown): boolean {
  return (
    value === false ||
    value === 0 ||
    (typeof value === "string" && /^(?:false|f|n|no|nao|0|nok)$/u.test(folded(value).trim()))
  );
}

function isSomething(value: unknown): boolean {
  if (Array.isArray(value)) {
    return value.some(isSomething);
  }
  if (typeof value === "string") {
    return !/^(?:|false|n|no|nao|0|ok|null|none|nenhum)$/u.test(folded(value).trim());
  }
  return isRecord(value) ? Object.keys(value).length > 0 : value === true || isFailureCode(value);
}

function isFailedStatus(value: unknown): boolean {
  return typeof value === "string"
    ? failedStatus.test(folded(value).trim()) || /^[45]\d\d$/u.test(value)
    : typeof value === "number" && value >= 400 && value < 600;
}

function isFailureCode(value: unknown): boolean {
  return typeof value === "string"
    ? !/^(?:|0+|2\d\d|ok|sucesso|success)$/u.test(folded(value).trim())
    : typeof value === "number" && value !== 0 && (value < 200 || value > 299);
}

function sentenceOf(entries: readonly (readonly [string, unknown])[]): string {
  return entries
    .filter(([name]) => sentenceNames.has(name))
    .flatMap(([, value]): readonly unknown[] =>
      Array.isArray(value) ? value.slice(0, 20) : [value],
    )
    .filter((value) => typeof value === "string")
    .join(" ");
}

function soundsFailed(text: string): boolean {
  return failedSentence.test(folded(text.slice(0, 2_000)).replaceAll(noProblem, " "));
}

function folded(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
