import { type Fields, isRecord } from "../../shared/json.ts";
import {
  type AnswerField,
  failedStatus,
  fieldsIn,
  folded,
  isFailureCode,
  isNo,
  isSomeOf,
  isYes,
} from "./complaintSigns.ts";
import { knownNames } from "./knownNames.ts";
import { soundsDone, soundsFailed } from "./sentences.ts";
import { saysDone } from "./writeSigns.ts";

/** What an answer shows of how a write ended. */
interface Signs {
  /** A status, a flag, a code, a count or a sentence that says yes. */
  isDone: boolean;
  /** Something with the name of an error, or that is one. */
  hasError: boolean;
  /** A sentence that nobody understands, a result that is null, or a code with a text. */
  isOpen: boolean;
  yes: number;
  no: number;
}

const maxDepth = 8;
const maxEntries = 100;
const errorName =
  /^(?!sem|no(?!n)|without|max|limit).*(?:erros?|errors?|exception|excecao|errbuf)(?:list|response|message)?$|^(?:has|tem)\w*err(?:or|o)|^fail(?:ed|ure)?(?:list|reason|message)$|^fault/u;
/** Names of flags whose `false` is nothing bad. */
const harmlessFlag = /err|parcial|partial|falh|fail|reje|recus|^(?:has|tem)/u;
const successName =
  /^(?!sem|no(?!n)|without).*(?:sucesso|success|successful|succeeded|(?<!in)valid[oa]?)$|^(?:l|is)?ok$/u;
const codeName = /^(?:codigo|code|cod|slug|retcode)$|^(?:codigo|cod)(?:retorno|status)$/u;
const typeName = /(?:type|tipo|msgty|severity|status)$/u;
const describing = /^(?:descricao|description|descr|desc)$/u;
const resultName =
  /^(?:data|dados|results?|resultados?|response|resposta|retorno|payload|body|d)$/u;
const stateName = /stat(?:e|us)|situacao/u;
const sentenceName =
  /mensage[mn]s?|message|msg|des\w*status|^(?:detail|detalhe|texto|text|return|reason|motivo|string|aviso)/u;
const remarkName = /^(?:warning|aviso|alerta|notice|info)s/u;
/** The status of an order, and in other answers that of the call. */
const orderStatus = "codigostatus";
const sentence = /\p{L}{2,}\S*\s+\S*\p{L}/u;

/**
 * Whether the answer to a write leaves open if it was done: it has no refusal that is known, but no sign of a success either
 * beside a sentence that nobody understands, a result that is null, or a code with a text; or it has something with
 * the name of an error. An answer that says nothing at all (`{}`, `{"protocolo": 5}`, a record) is believed its status.
 */
export function leavesOpen(body: unknown): boolean {
  const signs: Signs = { isDone: false, hasError: false, isOpen: false, yes: 0, no: 0 };
  lookAt(body, signs, { depth: maxDepth, isBare: true });
  const isDenied = signs.no === 1 && signs.yes === 0;
  return signs.hasError || (!signs.isDone && (signs.isOpen || isDenied));
}

interface Place {
  readonly depth: number;
  /** Nothing but a wrapper is around it, so it is no part of a record. */
  readonly isBare: boolean;
}

function lookAt(value: unknown, signs: Signs, { depth, isBare }: Place): void {
  if (typeof value === "string") {
    hear(value, signs);
  } else if (Array.isArray(value) && depth > 0) {
    for (const entry of value.slice(0, maxEntries)) {
      lookAt(entry, signs, { depth: depth - 1, isBare });
    }
  } else if (isRecord(value) && depth > 0) {
    lookInto(value, signs, { depth, isBare });
  }
}

/** `SKU_NOT_FOUND` is heard as a sentence. */
const constant = /^[A-Z]{2,40}(?:_[A-Z\d]{1,40}){1,10}$/u;

function hear(said: string, signs: Signs): void {
  const text = constant.test(said) ? said.replaceAll("_", " ") : said;
  if (soundsDone(text) && !soundsFailed(text)) {
    signs.isDone = true;
  } else if (sentence.test(text.slice(0, 2_000))) {
    signs.isOpen = true;
  }
}

function lookInto(record: Fields, signs: Signs, { depth, isBare }: Place): void {
  const entries = fieldsIn(record);
  const isOwn = entries.some(
    ({ name, value }) => knownNames.has(name) && name !== orderStatus && !isSentences(value),
  );
  const isPlain = isBare && entries.length <= 4;
  signs.isOpen ||= (isBare && isHollow(record)) || (isPlain && isOnlyWords(entries));
  signs.isDone ||= saysDone(entries);
  for (const field of entries) {
    if (!isOwn) {
      note(field, signs);
    }
    if (isOwn ? isRemark(field) : isHeard(field, isPlain)) {
      lookAt(field.value, signs, { depth: depth - 1, isBare: isPlain });
    }
  }
}

/** Whether a field of one of the portal's records is about the call: its states and what is in it are its own. */
function isRemark({ name, value }: AnswerField): boolean {
  return typeof value === "string" && sentenceName.test(name) && !stateName.test(name);
}

function isHeard({ name, value }: AnswerField, isPlain: boolean): boolean {
  return typeof value === "object"
    ? !remarkName.test(name)
    : sentenceName.test(name) ||
        resultName.test(name) ||
        (codeName.test(name) && typeof value === "string" && constant.test(value)) ||
        (isPlain && describing.test(name));
}

function note(field: AnswerField, signs: Signs): void {
  const { name, value } = field;
  if (typeof value === "boolean" && !harmlessFlag.test(name)) {
    signs.yes += value ? 1 : 0;
    signs.no += value ? 0 : 1;
  }
  signs.hasError ||= isError(field);
  signs.isOpen ||= isUnsaid(field);
  signs.isDone ||= isDone(field);
}

function isError({ name, value }: AnswerField): boolean {
  const isNamed =
    errorName.test(name) && (typeof value === "number" ? isFailureCode(value) : isSomeOf(value));
  const isDenied =
    successName.test(name) || (resultName.test(name) && typeof value === "string" && value !== "0");
  return isNamed || (isDenied && isNo(value)) || isErrorWord(name, value);
}

/** A result or a success that is null, a code of HTTP's errors, or a state such as `NOT_PROCESSED`. */
function isUnsaid({ name, value }: AnswerField): boolean {
  return (
    (resultName.test(name) && isHollow(value)) ||
    (successName.test(name) && value === null) ||
    ((codeName.test(name) || name === "httpcode") && name !== orderStatus && isHttpError(value)) ||
    (stateName.test(name) && typeof value === "string" && /^(?:not|nao|un(?=pro))/iu.test(value))
  );
}

function isDone({ name, value }: AnswerField): boolean {
  return (
    (successName.test(name) && isYes(value)) ||
    (codeName.test(name) && isZero(value)) ||
    (typeName.test(name) && typeof value === "string" && isGoodState(value))
  );
}

/** `NOK`, `ERRO`, or a message of type `E`. */
function isErrorWord(name: string, value: unknown): boolean {
  return (
    typeof value === "string" &&
    (failedStatus.test(folded(value.slice(0, 100)).trim()) ||
      (value === "E" && typeName.test(name)))
  );
}

function isGoodState(value: string): boolean {
  return /^(?:s|i|w|info|warning|complete?[od]?)$/u.test(folded(value.slice(0, 100)));
}

function isHttpError(value: unknown): boolean {
  const code = typeof value === "string" ? Number(value) : value;
  return typeof code === "number" && code >= 400 && code < 600;
}

/** A code by which a success is known; 200 only repeats the status. */
function isZero(value: unknown): boolean {
  return (typeof value === "number" || typeof value === "string") && value !== ""
    ? !isFailureCode(value) && !/^2\d\d$/u.test(String(value))
    : false;
}

/** `null`, or an object of nothing else; what an error might stand in counts for nothing. */
function isHollow(value: unknown, depth = 4): boolean {
  if (value === null) {
    return true;
  }
  const inner = isRecord(value) ? fieldsIn(value).filter(({ name }) => !errorName.test(name)) : [];
  return depth > 0 && inner.length > 0 && inner.every((one) => isHollow(one.value, depth - 1));
}

/** `{"codigo": 3, "descricao": "…"}`, or a list of sentences for each name: nothing that a record is. */
function isOnlyWords(entries: readonly AnswerField[]): boolean {
  const isCoded =
    entries.some(({ name }) => describing.test(name)) &&
    entries.some(({ name, value }) => codeName.test(name) && isFailureCode(value));
  return isCoded || (entries.length > 0 && entries.every(({ value }) => isSentences(value)));
}

function isSentences(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((one) => typeof one === "string" && sentence.test(one))
  );
}
