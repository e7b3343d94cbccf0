/** One line of a field that holds several, by the names of its columns. */
export type RowValue = Readonly<Record<string, string>>;

/** What a field holds while it is edited: what was typed, not what it means. */
export type FieldValue = string | boolean | readonly RowValue[];

export type FieldValues = Readonly<Record<string, FieldValue>>;

export interface Option {
  readonly value: string;
  readonly label: string;
}

type FieldKind =
  | "text"
  | "password"
  /** A decimal number of at least 0, kept as a string. */
  | "decimal"
  /** A whole number of at least 0. */
  | "count"
  /** A calendar day; sent as the last second of it in the hub's time zone. */
  | "day"
  | "select"
  | "check"
  /** One text a line. */
  | "lines"
  /** A JSON object. */
  | "json"
  /** Whole percentages with commas between them. */
  | "percents"
  /** Lines of further fields. */
  | "rows";

/** A control of a form, and the place in the request's body that it fills. */
export interface Field {
  /** Path in the body, with dots between its names. */
  readonly name: string;
  readonly label: string;
  readonly kind: FieldKind;
  readonly hint?: string;
  /** Heading of the set of fields that it belongs to. */
  readonly group?: string;
  readonly options?: readonly Option[];
  /** Options that depend on what else the form holds; in place of `options`. */
  readonly optionsFor?: (values: FieldValues) => readonly Option[];
  readonly columns?: readonly Field[];
  readonly isRequired?: boolean;
  /** Left out of the body while it is empty, instead of sent as null. */
  readonly isOmitted?: boolean;
  /** Whether two stand beside each other where there is room. */
  readonly isHalf?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: { readonly test: RegExp; readonly message: string };
  readonly autocomplete?: string;
}
