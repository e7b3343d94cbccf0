import type { ComponentChildren, JSX } from "preact";

import { Icon } from "./Icon.tsx";

export interface DisclosureProps {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly controls?: string;
  readonly children: ComponentChildren;
}

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
