import type { JSX } from "preact";
import { useId } from "preact/hooks";

export type Option<T extends string = string> = readonly [value: T, text: string];

export interface ChoiceProps<T extends string = string> {
  readonly label: string;
  readonly value: T | "";
  readonly options: readonly Option<T>[];
  readonly onChange: (value: T) => void;
  readonly class?: string;
}

interface SelectProps<T extends string> extends Omit<ChoiceProps<T>, "label"> {
  readonly id?: string;
  /** The accessible name, if no visible label has the field's id. */
  readonly label?: string;
}

export function Select<T extends string>(props: SelectProps<T>): JSX.Element {
  const { id, label, value, options, onChange, class: more } = props;
  return (
    <select
      {...(id !== undefined && { id })}
      class={more === undefined ? "field" : `field ${more}`}
      {...(label !== undefined && { "aria-label": label })}
      value={value}
      onChange={(event) => {
        const chosen = options.find(([each]) => each === event.currentTarget.value);
        if (chosen) {
          onChange(chosen[0]);
        }
      }}
    >
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  );
}

export function Choice<T extends string>(props: ChoiceProps<T>): JSX.Element {
  const { label, class: around = "filter", ...select } = props;
  const id = useId();
  return (
    <div class={around}>
      <label for={id}>{label}</label>
      <Select id={id} {...select} />
    </div>
  );
}
