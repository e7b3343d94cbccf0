import type { JSX } from "preact";

import type { Field, FieldValue } from "./fields.ts";

export interface FieldInputProps {
  readonly id: string;
  readonly field: Field;
  readonly value: FieldValue;
  readonly problem: string | undefined;
  /** Names a control without a visible label. */
  readonly label?: string;
  readonly onInput: (value: string | boolean) => void;
}

export function FieldInput(props: FieldInputProps): JSX.Element {
  const { id, field, value, onInput } = props;
  const text = typeof value === "string" ? value : "";
  const shared = sharedAttributes(props);
  if (field.kind === "check") {
    return (
      <input
        {...shared}
        type="checkbox"
        checked={value === true}
        onChange={(event) => onInput(event.currentTarget.checked)}
      />
    );
  }
  if (field.kind === "select") {
    return <SelectInput {...props} />;
  }
  const rows = rowsOf(field);
  if (rows > 1) {
    return (
      <textarea
        {...shared}
        class={`field code ${field.kind}`}
        rows={rows}
        spellcheck={false}
        value={text}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    );
  }
  const isNumber = field.kind === "decimal" || field.kind === "count";
  const input = (
    <input
      {...shared}
      {...kindAttributes(field, id)}
      class={isNumber ? "field number" : "field"}
      autocomplete={field.autocomplete ?? "off"}
      value={text}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  );
  return field.options ? (
    <>
      {input}
      <datalist id={`${id}-options`}>
        {field.options.map(({ value: option }) => (
          <option key={option} value={option} />
        ))}
      </datalist>
    </>
  ) : (
    input
  );
}

function rowsOf({ kind }: Field): number {
  if (kind === "longText") {
    return 8;
  }
  return kind === "lines" || kind === "json" ? 3 : 1;
}

function SelectInput(props: FieldInputProps): JSX.Element {
  const { field, value, onInput } = props;
  const { options = [] } = field;
  const text = typeof value === "string" ? value : "";
  const isKnown = options.some((option) => option.value === text);
  return (
    <select
      {...sharedAttributes(props)}
      class="field"
      value={text}
      onChange={(event) => onInput(event.currentTarget.value)}
    >
      {!isKnown && <option value={text}>{text === "" ? "—" : text}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

function sharedAttributes({ id, field, problem, label }: FieldInputProps): Record<string, unknown> {
  const described = [
    ...(field.hint === undefined || label !== undefined ? [] : [`${id}-hint`]),
    ...(problem === undefined ? [] : [`${id}-problem`]),
  ];
  return {
    id,
    name: field.name,
    ...(label === undefined ? {} : { "aria-label": label }),
    ...(described.length === 0 ? {} : { "aria-describedby": described.join(" ") }),
    ...(problem === undefined ? {} : { "aria-invalid": "true" }),
    ...(field.isRequired === true ? { "aria-required": "true" } : {}),
  };
}

function kindAttributes({ kind, options }: Field, id: string): Record<string, unknown> {
  switch (kind) {
    case "password":
      return { type: "password" };
    case "day":
      return { type: "date" };
    case "decimal":
    case "count":
      return { type: "text", inputMode: "decimal" };
    default:
      return { type: "text", ...(options ? { list: `${id}-options` } : {}) };
  }
}
