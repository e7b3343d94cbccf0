export type RowValue = Readonly<Record<string, string>>;

export type FieldValue = string | boolean | readonly RowValue[];

export type FieldValues = Readonly<Record<string, FieldValue>>;

export interface Option {
  readonly value: string;
  readonly label: string;
}

type FieldKind =
  | "text"
  | "password"
  /** A number of at least 0, as a string. */
  | "decimal"
  /** A whole number of at least 0. */
  | "count"
  /** Sent as the day's last second in the hub's time zone. */
  | "day"
  | "select"
  | "check"
  | "lines"
  /** Text of several lines, sent as it is. */
  | "longText"
  | "json"
  /** Whole percentages, separated by commas. */
  | "percents"
  | "rows";

export interface Field {
  /** Path in the body, joined by dots. */
  readonly name: string;
  readonly label: string;
  readonly kind: FieldKind;
  readonly hint?: string;
  readonly group?: string;
  readonly options?: readonly Option[];
  /** Replaces `options`. */
  readonly optionsFor?: (values: FieldValues) => readonly Option[];
  readonly columns?: readonly Field[];
  readonly isRequired?: boolean;
  /** Omitted while empty, instead of sent as null. */
  readonly isOmitted?: boolean;
  readonly isHalf?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: { readonly test: RegExp; readonly message: string };
  readonly autocomplete?: string;
}
