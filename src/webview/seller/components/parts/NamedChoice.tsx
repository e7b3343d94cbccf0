import type { JSX } from "preact";
import { useState } from "preact/hooks";

import type { FormField } from "../../../../shared/sellerPage/sellerState.ts";
import { useSellerPage } from "../../sellerPage.ts";

interface NamedChoiceProps {
  readonly options: FormField["options"];
  readonly value: string;
  readonly otherLabel: string;
  readonly attributes: {
    readonly id: string;
    readonly "aria-invalid"?: boolean;
    readonly "aria-describedby"?: string;
    readonly onBlur?: () => void;
  };
  readonly onChange: (value: string) => void;
}

/** Allows other codes: the portal may have more than it has shown. */
export function NamedChoice({
  options,
  value,
  otherLabel,
  attributes,
  onChange,
}: NamedChoiceProps): JSX.Element {
  const { words } = useSellerPage();
  const isKnown = value === "" || options.some((option) => option.value === value);
  const [isTyped, setTyped] = useState(!isKnown);
  return (
    <>
      <select
        {...attributes}
        class="field"
        value={isTyped ? "other" : value}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          setTyped(chosen === "other");
          onChange(chosen === "other" ? "" : chosen);
        }}
      >
        <option value="">–</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
        <option value="other">{words.otherStatus}</option>
      </select>
      {isTyped && (
        <input
          class="field"
          inputMode="numeric"
          aria-label={otherLabel}
          value={value}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </>
  );
}
