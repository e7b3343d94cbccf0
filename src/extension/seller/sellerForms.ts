import { sellerCall } from "../../seller/contract/calls.ts";
import type { Bilingual, FieldKind } from "../../seller/contract/fields.ts";
import { type Problem, problemText } from "../../seller/contract/problems.ts";
import { setAt } from "../../seller/contract/schemaFields.ts";
import { fieldsOf } from "../../seller/contract/schemaFields.ts";
import { toolInput } from "../../seller/contract/toolSchemas.ts";
import { type RawInput, validateCall } from "../../seller/contract/validate.ts";
import { isAmbiguousNumber } from "../../seller/contract/values/decimal.ts";
import { readCell } from "../../seller/csv/read/cellValue.ts";
import { recordValue } from "../../seller/write/currentRecords.ts";
import type { Fields } from "../../shared/base/json.ts";
import type {
  FormCheck,
  FormField,
  FormId,
  FormProblem,
  FormValues,
  FormView,
} from "../../shared/sellerPage/sellerState.ts";
import type { SellerProfile } from "./environments/environments.ts";
import { isStateField, stateOptions } from "./listTables.ts";

type Language = keyof Bilingual;

interface Field {
  readonly name: string;
  readonly label: Bilingual;
  readonly kind: FieldKind;
  readonly hint: string;
  readonly path: readonly string[];
}

export interface FormStart {
  readonly call: FormId;
  readonly profile: SellerProfile;
  readonly language: Language;
  readonly record?: Fields | undefined;
  readonly statuses?: ReadonlyMap<number, string>;
}

export function formOf(start: FormStart): FormView {
  const { call, profile, language, record = {}, statuses } = start;
  const fields = fieldsFor(call, profile);
  const values = fields.flatMap((field) => {
    const value = startValue(field, record, profile);
    return value === undefined ? [] : [[field.name, formText(value, language)] as const];
  });
  return {
    call,
    title: sellerCall(call).title[language],
    fields: fields.map((field) => viewOf(field, language, statuses)),
    values: Object.fromEntries(values),
  };
}

/** A text that cannot be read becomes a problem. */
export function readForm(
  call: FormId,
  values: FormValues,
  { profile, language }: { readonly profile: SellerProfile; readonly language: Language },
): { readonly input: RawInput; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const input: Record<string, unknown> = { ...toolInput(call, {}, profile) };
  for (const field of fieldsFor(call, profile)) {
    const text = values[field.name] ?? "";
    if (text.trim() !== "") {
      const reading = readText(text, field.kind, decimalOf(language));
      if (reading.ok) {
        setAt(input, field.path, reading.value);
      } else {
        problems.push({ code: reading.code, path: field.name });
      }
    }
  }
  return { input, problems };
}

/** Empty fields are not reported during typing. */
export function checkForm(
  call: FormId,
  values: FormValues,
  options: {
    readonly profile: SellerProfile;
    readonly language: Language;
    readonly isKnownNcm?: (code: string) => boolean;
  },
): FormCheck {
  const { input, problems: unreadable } = readForm(call, values, options);
  const { errors, warnings } = validateCall(call, input, options);
  const odd = new Set(unreadable.map(({ path }) => path));
  // The form is not empty, even if its only value cannot be read.
  const found = [
    ...unreadable,
    ...errors.filter(({ code, path }) => !odd.has(path) && !(code === "emptyBody" && odd.size > 0)),
  ];
  return {
    problems: [
      ...formProblems(found, "error", options.language),
      ...formProblems(
        warnings.filter(({ code, path }) => code !== "missingField" && !odd.has(path)),
        "warning",
        options.language,
      ),
    ],
    canSend: found.length === 0,
  };
}

export function formProblems(
  problems: readonly Problem[],
  level: FormProblem["level"],
  language: Language,
): FormProblem[] {
  return problems
    .slice(0, 100)
    .map((problem) => ({ field: problem.path, level, text: problemText(problem, language) }));
}

function fieldsFor(call: FormId, profile: SellerProfile): readonly Field[] {
  const { parameters, body } = sellerCall(call);
  const asked = parameters.filter(
    ({ known }) => known === undefined || profile[known] === undefined,
  );
  return [
    ...asked.map(({ name, label, description }) => ({
      name,
      label,
      kind: "integer" as const,
      hint: description,
      path: ["parameters", name],
    })),
    ...(body ? fieldsOf(body.schema) : []).map(({ name, label, kind, description, path }) => ({
      name,
      label,
      kind,
      hint: description,
      path: ["body", ...path],
    })),
  ];
}

function viewOf(
  { name, label, kind, hint }: Field,
  language: Language,
  statuses: ReadonlyMap<number, string> = new Map(),
): FormField {
  const isStatus = name === "codigoStatus" && statuses.size > 0;
  return {
    name,
    label: label[language],
    kind,
    hint,
    options: isStateField({ name }) ? [...stateOptions()] : isStatus ? statusOptions(statuses) : [],
    ...(isStatus && { isList: true }),
  };
}

/** The order of codes mostly follows an order's life. */
export function statusOptions(statuses: ReadonlyMap<number, string>): FormField["options"] {
  return [...statuses]
    .toSorted(([one], [other]) => one - other)
    .map(([code, name]) => ({ value: String(code), label: `${name} (${code})` }));
}

function startValue(field: Field, record: Fields, { codigoSeller }: SellerProfile): unknown {
  return field.name === "id.fornecedor.codigoPessoa"
    ? codigoSeller
    : recordValue(record, field.path.slice(1));
}

function formText(value: unknown, language: Language): string {
  if (typeof value === "number") {
    return String(value).replace(".", decimalOf(language));
  }
  return typeof value === "string" ? value : "";
}

function decimalOf(language: Language): "," | "." {
  return language === "ptBr" ? "," : ".";
}

/** Reads a form's text: text like a formula stays text, and `1.000` stays ambiguous. */
function readText(text: string, kind: FieldKind, decimal: "," | "."): ReturnType<typeof readCell> {
  const isThousand = isAmbiguousNumber(text.trim()) && !text.includes(decimal);
  return kind === "text" || kind === "webAddress"
    ? { ok: true, value: text.trim() }
    : readCell(text, kind, isThousand ? "unproven" : decimal);
}
