import type { JSX } from "preact";
import { useId } from "preact/hooks";

interface FilterFieldProps {
  readonly label: string;
  readonly value: string;
  readonly type: "text" | "search" | "date";
  readonly onChange: (value: string) => void;
}

export function FilterField(props: FilterFieldProps): JSX.Element {
  const id = useId();
  const type: Readonly<Record<string, string>> = { type: props.type };
  return (
    <div class={`filter ${props.type}`}>
      <label for={id}>{props.label}</label>
      <input
        id={id}
        class="field"
        {...type}
        value={props.value}
        maxLength={200}
        onChange={(event) => props.onChange(event.currentTarget.value.trim())}
      />
    </div>
  );
}
