import * as z from "zod/mini";

import { isRecord } from "../../shared/base/json.ts";
import { type ApiCallId, type CallInput, type CallParameter, sellerCall } from "./calls.ts";
import { fieldRules } from "./fields.ts";
import type { ErrorCode, Problem, Validation } from "./problems.ts";
import { type ReadingOptions, readBody } from "./readings.ts";
import { type BodyField, fieldsOf } from "./schemaFields.ts";

export interface RawInput {
  readonly parameters?: unknown;
  readonly body?: unknown;
}

export interface ValidatedCall<Id extends ApiCallId = ApiCallId> extends Validation {
  /** Present only if there are no errors. Fields are in the order of the specification. */
  readonly input?: CallInput<Id>;
}

/** Checks the specification (errors), then our reading of its open points (warnings). */
export function validateCall<Id extends ApiCallId>(
  id: Id,
  raw: RawInput,
  options: ReadingOptions = {},
): ValidatedCall<Id> {
  const { parameters: specs, body: bodySpec } = sellerCall(id);
  const parameters = validateParameters(specs, raw.parameters ?? {});
  const body = bodySpec
    ? validateBody(bodySpec.schema, raw.body, options)
    : { errors: noBody(raw.body), warnings: [] };
  const errors = [...parameters.errors, ...body.errors];
  const warnings = [...parameters.warnings, ...body.warnings];
  if (errors.length > 0) {
    return { errors, warnings };
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table's own schemas, from which the type is made, found no error
  const input = {
    parameters: parameters.values,
    ...(bodySpec && { body: body.value }),
  } as unknown as CallInput<Id>;
  return { errors, warnings, input };
}

function validateBody(
  schema: z.ZodMiniType,
  raw: unknown,
  options: ReadingOptions = {},
): Validation & { readonly value?: unknown } {
  const fields = fieldsOf(schema);
  const parsed = schema.safeParse(raw);
  if (!parsed.success) {
    return {
      errors: parsed.error.issues.flatMap((issue) => problemsOf(issue, fields)),
      warnings: [],
    };
  }
  return isEmpty(parsed.data)
    ? { errors: [{ code: "emptyBody", path: "" }], warnings: [] }
    : { errors: [], warnings: readBody(parsed.data, fields, options), value: parsed.data };
}

/** True for a body without values, which would change nothing. */
function isEmpty(value: unknown): boolean {
  return isRecord(value) ? Object.values(value).every(isEmpty) : value === undefined;
}

function validateParameters(
  specs: readonly CallParameter[],
  raw: unknown,
): Validation & { readonly values: Readonly<Record<string, number>> } {
  const values: Record<string, number> = {};
  const errors: Problem[] = [];
  const warnings: Problem[] = [];
  const given = isRecord(raw) ? raw : {};
  for (const { name: path } of specs) {
    const value = Object.hasOwn(given, path) ? given[path] : undefined;
    if (value === undefined) {
      errors.push({ code: "missingParameter", path });
    } else if (typeof value !== "number") {
      errors.push({ code: "notANumber", path });
    } else if (!Number.isSafeInteger(value)) {
      errors.push({ code: "notAnInteger", path });
    } else {
      values[path] = value;
      warnings.push(...(value < 0 ? [{ code: "negative", path } as const] : []));
    }
  }
  const known = new Set(specs.map(({ name }) => name));
  for (const path of Object.keys(given).filter((name) => !known.has(name))) {
    errors.push({ code: "unknownField", path });
  }
  return { values, errors, warnings };
}

function noBody(body: unknown): readonly Problem[] {
  return body === undefined ? [] : [{ code: "unknownField", path: "" }];
}

function problemsOf(issue: z.core.$ZodIssue, fields: readonly BodyField[]): readonly Problem[] {
  const path = issue.path.map(String).join(".");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      code: "unknownField",
      path: path === "" ? key : `${path}.${key}`,
    }));
  }
  const field = fields.find(({ name }) => name === path);
  const code = codeOf(issue, field);
  return [
    {
      code,
      path,
      ...(code === "tooManyDecimals" &&
        field?.maxDecimalPlaces !== undefined && { limit: field.maxDecimalPlaces }),
    },
  ];
}

function codeOf(issue: z.core.$ZodIssue, field: BodyField | undefined): ErrorCode {
  switch (issue.code) {
    case "invalid_type":
      return typeProblems.get(issue.expected) ?? "notAnObject";
    case "invalid_format":
      return shapeProblem(field);
    case "too_big":
    case "too_small":
      return field?.kind === "integer" ? "tooManyDigits" : "tooLong";
    case "custom":
      return ruleSchema.safeParse(issue.params?.["rule"]).data ?? "notAnObject";
    default:
      return "notAnObject";
  }
}

const typeProblems: ReadonlyMap<string, ErrorCode> = new Map([
  ["int", "notAnInteger"],
  ["number", "notANumber"],
  ["string", "notText"],
]);

const ruleSchema = z.enum(fieldRules);

function shapeProblem(field: BodyField | undefined): ErrorCode {
  switch (field?.kind) {
    case "ncm":
      return "ncmShape";
    case "ean13":
      return "eanShape";
    case "cep":
      return "cepShape";
    default:
      return "timestampShape";
  }
}
