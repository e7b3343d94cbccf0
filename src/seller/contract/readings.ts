import type { Problem } from "./problems.ts";
import { type BodyField, valueAt } from "./schemaFields.ts";
import { ibgeStates } from "./states.ts";
import { decimalPlaces } from "./values/decimal.ts";
import { isInternalEan13 } from "./values/ean13.ts";
import type { IsKnownNcm } from "./values/ncm.ts";
import { isCepInState } from "./values/postalCode.ts";

export interface ReadingOptions {
  readonly isKnownNcm?: IsKnownNcm;
  /** State abbreviations by code; absent: those of IBGE. */
  readonly states?: ReadonlyMap<number, string>;
}

/** Warns by our reading of open points in the specification. */
export function readBody(
  body: unknown,
  fields: readonly BodyField[],
  options: ReadingOptions,
): readonly Problem[] {
  const states = options.states ?? ibgeStates;
  const stateCode = fields
    .filter(({ name }) => isStateCode(name))
    .map(({ path }) => valueAt(body, path))
    .find((value) => typeof value === "number");
  const context = { ...options, states, uf: states.get(stateCode ?? Number.NaN) };
  return fields.flatMap((field) => readField(field, valueAt(body, field.path), context));
}

interface ReadingContext extends ReadingOptions {
  readonly states: ReadonlyMap<number, string>;
  readonly uf: string | undefined;
}

function readField(field: BodyField, value: unknown, context: ReadingContext): readonly Problem[] {
  const path = field.name;
  if (value === undefined) {
    return [{ code: "missingField", path }];
  }
  if (typeof value === "number") {
    return readNumber(field, value, context);
  }
  if (typeof value !== "string") {
    return [];
  }
  if (value.trim() === "") {
    return [{ code: "blankText", path }];
  }
  const lost: readonly Problem[] = value.includes("\uFFFD")
    ? [{ code: "lostCharacters", path }]
    : [];
  return [...lost, ...readText(field, value, context)];
}

function readNumber(
  field: BodyField,
  value: number,
  { states }: ReadingContext,
): readonly Problem[] {
  const path = field.name;
  if (value < 0) {
    return [{ code: "negative", path }];
  }
  if (isStateCode(path)) {
    return states.has(value) ? [] : [{ code: "unknownState", path }];
  }
  if (field.kind !== "decimal") {
    return [];
  }
  if (value === 0) {
    return [{ code: "zero", path }];
  }
  return field.maxDecimalPlaces === undefined && decimalPlaces(value) > 2
    ? [{ code: "manyPriceDecimals", path }]
    : [];
}

function readText(
  { kind, name: path }: BodyField,
  value: string,
  { isKnownNcm, uf }: ReadingContext,
): readonly Problem[] {
  switch (kind) {
    case "ncm":
      return isKnownNcm && !isKnownNcm(value) ? [{ code: "unknownNcm", path }] : [];
    case "ean13":
      return isInternalEan13(value) ? [{ code: "internalEan", path }] : [];
    case "cep":
      return uf !== undefined && isCepInState(value, uf) === false
        ? [{ code: "cepOutsideState", path }]
        : [];
    case "webAddress":
      return /^https?:\/\/[^\s/]/iu.test(value) && URL.canParse(value)
        ? []
        : [{ code: "notAWebAddress", path }];
    default:
      return [];
  }
}

function isStateCode(name: string): boolean {
  return name.endsWith("estado.codigo");
}
