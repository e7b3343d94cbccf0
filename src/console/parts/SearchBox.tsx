import type { JSX } from "preact";

import { Icon } from "./Icon.tsx";

export interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
}

export function SearchBox({ label, value, onInput }: SearchBoxProps): JSX.Element {
  return (
    <span class="search">
      <Icon name="search" />
      <input
        type="search"
        class="field"
        aria-label={label}
        placeholder={label}
        value={value}
        maxLength={200}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </span>
  );
}
