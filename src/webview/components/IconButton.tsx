import type { JSX } from "preact";

import { Icon, type IconName } from "./Icon.tsx";

export interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: () => void;
  readonly isDisabled?: boolean;
}

export function IconButton({ icon, label, onClick, isDisabled }: IconButtonProps): JSX.Element {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      disabled={isDisabled === true}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
