import type { ComponentChildren, JSX } from "preact";

import { Icon } from "./Icon.tsx";

export interface DisclosureProps {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** The id of what it shows. */
  readonly controls?: string;
  readonly children: ComponentChildren;
}

/** A line that opens and closes what is below it. */
export function Disclosure({ isOpen, onToggle, controls, children }: DisclosureProps): JSX.Element {
  return (
    <button
      type="button"
      class="disclosure"
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onToggle}
    >
      <Icon name={isOpen ? "chevron-down" : "chevron-right"} />
      {children}
    </button>
  );
}
