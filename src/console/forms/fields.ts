/** One line of a `rows` field: text by column name. */
export type RowValue = Readonly<Record<string, string>>;

/** The value of a field during editing: the entered text, not yet parsed. */
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
  /** A calendar day; sent as its last second in the hub's time zone. */
  | "day"
  | "select"
  | "check"
  /** One text per line. */
  | "lines"
  /** A JSON object. */
  | "json"
  /** Whole percentages, separated by commas. */
  | "percents"
  /** Lines of further fields. */
  | "rows";

/** A control of a form, and the place in the request's body that it fills. */
export interface Field {
  /** Path in the body, its names joined by dots. */
  readonly name: string;
  readonly label: string;
  readonly kind: FieldKind;
  readonly hint?: string;
  /** Heading of the group of fields. */
  readonly group?: string;
  readonly options?: readonly Option[];
  /** Options that depend on the form's other values; used instead of `options`. */
  readonly optionsFor?: (values: FieldValues) => readonly Option[];
  readonly columns?: readonly Field[];
  readonly isRequired?: boolean;
  /** Left out of the body while it is empty, instead of sent as null. */
  readonly isOmitted?: boolean;
  /** Whether two such fields share a row if there is room. */
  readonly isHalf?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: { readonly test: RegExp; readonly message: string };
  readonly autocomplete?: string;
}
