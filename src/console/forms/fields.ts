/** Text by column name. */
export type RowValue = Readonly<Record<string, string>>;

/** The entered text, not yet parsed. */
export type FieldValue = string | boolean | readonly RowValue[];

export type FieldValues = Readonly<Record<string, FieldValue>>;

export interface Option {
  readonly value: string;
  readonly label: string;
}

type FieldKind =
  | "text"
  | "password"
  /** A decimal number of at least 0, stored as a string. */
  | "decimal"
  /** A whole number of at least 0. */
  | "count"
  /** A calendar day; sent as its last second in the hub's time zone. */
  | "day"
  | "select"
  | "check"
  /** One text per line. */
  | "lines"
  | "json"
  /** Whole percentages, separated by commas. */
  | "percents"
  | "rows";

/** A control of a form, and its place in the request's body. */
export interface Field {
  /** Path in the body, joined by dots. */
  readonly name: string;
  readonly label: string;
  readonly kind: FieldKind;
  readonly hint?: string;
  readonly group?: string;
  readonly options?: readonly Option[];
  /** Options that depend on other values; used instead of `options`. */
  readonly optionsFor?: (values: FieldValues) => readonly Option[];
  readonly columns?: readonly Field[];
  readonly isRequired?: boolean;
  /** Omitted from the body while empty, instead of sent as null. */
  readonly isOmitted?: boolean;
  /** True if two such fields may share a row. */
  readonly isHalf?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: { readonly test: RegExp; readonly message: string };
  readonly autocomplete?: string;
}
