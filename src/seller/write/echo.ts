import { type Fields, isRecord } from "../../shared/base/json.ts";
import type { ApiCallId } from "../contract/calls.ts";
import { knownNames } from "../contract/lists/knownNames.ts";
import { isErrorName } from "../contract/lists/outright.ts";
import { foldedName } from "../contract/lists/portalWords.ts";
import { knownSpelling } from "../contract/lists/spelling.ts";
import { valueAt } from "../contract/schemaFields.ts";
import type { RawInput } from "../contract/validate.ts";
import { keyPaths, ownValue } from "./currentRecords.ts";
import { type FieldValue, isSameValue, type WrittenField, writtenFields } from "./fieldChanges.ts";

export interface EchoedField {
  readonly name: string;
  readonly sent: FieldValue;
  readonly answered: FieldValue;
}

/**
 * `agrees`: the answer shows every sent field and nothing that might revoke it. `differs`: it shows another number or
 * key. `none`: anything else.
 */
export type Echo =
  | { readonly kind: "agrees" | "none" }
  | { readonly kind: "differs"; readonly fields: readonly EchoedField[] };

interface SentField extends WrittenField {
  readonly sent: FieldValue;
  readonly isKey: boolean;
}

interface Shown {
  readonly key: "same" | "other" | "missing";
  readonly isWhole: boolean;
  readonly agreeing: ReadonlySet<string>;
  readonly differing: readonly EchoedField[];
}

const maxDepth = 6;
const maxLooks = 500;
const none: Echo = { kind: "none" };

export function echoOf(call: ApiCallId, input: RawInput, answer: unknown): Echo {
  const fields = sentFields(call, input);
  const all = [...recordsIn(answer)]
    .map((record) => shownBy(record, fields))
    .filter(({ agreeing, differing }) => agreeing.size + differing.length > 0);
  const mine = all.filter(({ key }) => key === "same");
  const keyless = all.filter(({ key }) => key === "missing");
  const others = all.filter(({ key }) => key === "other");
  const about = mine.length > 0 ? [...mine, ...keyless] : [...keyless, ...others];
  const differing = about.flatMap((one) => one.differing);
  if (differing.length === 0) {
    const isShown = mine.some(({ isWhole }) => isWhole) && isOnlyRecord(answer, fields);
    return isShown ? { kind: "agrees" } : none;
  }
  const agreeing = new Set(about.flatMap((one) => [...one.agreeing]));
  // Two versions of the record, or other records: only a reading can decide.
  const isOpen =
    differing.every(({ name }) => agreeing.has(name)) || (mine.length === 0 && others.length > 1);
  const distinct = new Map(differing.map((field) => [field.name, field]));
  return isOpen ? none : { kind: "differs", fields: [...distinct.values()].slice(0, 10) };
}

function sentFields(call: ApiCallId, input: RawInput): readonly SentField[] {
  const keys = new Set(keyPaths(call).map((path) => path.join(".")));
  return writtenFields(call).flatMap((field): readonly SentField[] => {
    const sent = scalarOf(valueAt(input, field.input));
    return sent === undefined ? [] : [{ ...field, sent, isKey: keys.has(field.input.join(".")) }];
  });
}

function* recordsIn(answer: unknown): Generator<Fields> {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: answer, depth: 0 }];
  let looks = 0;
  // The loop also visits the records that it adds.
  for (const { value, depth } of open) {
    looks += 1;
    if (looks > maxLooks) {
      return;
    }
    if (isRecord(value)) {
      yield knownSpelling(value);
    }
    if (typeof value === "object" && value !== null && depth < maxDepth) {
      const inner: readonly unknown[] = Object.values(value).slice(0, maxLooks);
      open.push(...inner.map((one) => ({ value: one, depth: depth + 1 })));
    }
  }
}

function shownBy(record: Fields, fields: readonly SentField[]): Shown {
  const compared = fields.map((field) => ({
    field,
    answered: scalarOf(ownValue(record, field.record)),
  }));
  const isSame = ({ field, answered }: (typeof compared)[number]): boolean =>
    answered !== undefined && isSameValue(answered, field.sent, field.kind);
  const keys = compared.filter(({ field }) => field.isKey);
  const isOther = keys.some((one) => isOtherValue(one.field, one.answered));
  const key = isOther ? "other" : keys.every(isSame) ? "same" : "missing";
  // `codigo` and `valor` may belong to anything, unless a key is beside them.
  const counted = compared.filter(
    ({ field }) => key !== "missing" || knownNames.has(foldedName(field.record.at(-1) ?? "")),
  );
  return {
    key,
    isWhole: compared.every(isSame),
    agreeing: new Set(counted.filter(isSame).map(({ field }) => field.name)),
    differing: counted.flatMap(({ field, answered }) =>
      answered !== undefined && isOtherValue(field, answered)
        ? [{ name: field.name, sent: field.sent, answered }]
        : [],
    ),
  };
}

/** True for another value. Only numbers and keys are compared: a text or a date may just be written differently. */
function isOtherValue({ sent, kind, isKey }: SentField, answered: FieldValue | undefined): boolean {
  if (answered === undefined || isSameValue(answered, sent, kind)) {
    return false;
  }
  if (typeof sent === "number") {
    return typeof answered === "number" || /^\s*-?\d[\d.,]*\s*$/u.test(String(answered));
  }
  return isKey && String(sent).trim().toLowerCase() !== String(answered).trim().toLowerCase();
}

interface Leaf {
  readonly name: string;
  readonly outer: string;
  readonly beside: readonly string[];
}

/** True if the answer has only the record, flags, dates, and plain signs of success. */
function isOnlyRecord(answer: unknown, fields: readonly SentField[]): boolean {
  const own = new Set(fields.flatMap(({ record }) => record.map(foldedName)));
  let looks = 0;
  const isPlain = (value: unknown, leaf: Leaf): boolean => {
    looks += 1;
    if (looks > maxLooks) {
      return false;
    }
    if (Array.isArray(value)) {
      return value.every((one: unknown) => isPlain(one, leaf));
    }
    if (isRecord(value)) {
      const beside = Object.keys(value).map(foldedName);
      return Object.keys(value).every((name) =>
        isPlain(value[name], { name, outer: leaf.name, beside }),
      );
    }
    return value === null || value === "" || value === undefined || isPlainLeaf(value, leaf, own);
  };
  return isPlain(answer, { name: "", outer: "", beside: [] });
}

const marks =
  /^(?:id|uuid|versao|version|(?:request|trace|correlation)id|\w*protocolo|timestamp)$|^(?:data|date)(?=[a-z])|(?:date|em|at)$/u;
const codes = /^codigo(?:usuario|produto|seller|fornecedor)/u;

const signs = [
  [/^(?:sucesso|success|ok)$/u, /^(?:true|1|s|sim|ok)$/iu],
  [/^(?:status|statuscode|httpstatus|result|resultado)$/u, /^(?:2\d\d|ok|success|sucesso)$/iu],
] as const;

function isPlainLeaf(value: unknown, leaf: Leaf, own: ReadonlySet<string>): boolean {
  const folded = foldedName(leaf.name);
  if (isErrorName(leaf.name)) {
    return value === 0 || value === false;
  }
  const text = String(value);
  return (
    signs.find(([names]) => names.test(folded))?.[1].test(text) ??
    ((typeof value === "number" && codes.test(folded)) ||
      (typeof value !== "boolean" && marks.test(folded) && /^[\w.:+-]{1,64}$/u.test(text)) ||
      isOwnLeaf(folded, leaf, own))
  );
}

/**
 * True if a name is a field of the record: `codigo` counts only in its own object, and `descricao` may describe an
 * error.
 */
function isOwnLeaf(folded: string, { outer, beside }: Leaf, own: ReadonlySet<string>): boolean {
  if (folded === "codigo") {
    return own.has(foldedName(outer));
  }
  const isDescribed = folded === "descricao" && beside.includes("codigoprodutoseller");
  const isOpen = folded === "descricao" || folded === "codigostatus";
  return own.has(folded) || isDescribed || (!isOpen && knownNames.has(folded));
}

/** Null counts as no value. */
function scalarOf(value: unknown): Exclude<FieldValue, null> | undefined {
  const isScalar = typeof value === "string" || typeof value === "number";
  return isScalar || typeof value === "boolean" ? value : undefined;
}
