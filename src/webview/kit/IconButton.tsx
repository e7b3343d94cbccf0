import type { ReadonlySignal } from "@preact/signals";
import type { JSX } from "preact";

import { Icon, type IconName } from "./Icon.tsx";

export interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  /** Absent if an ancestor handles the click by `data-action`. */
  readonly onClick?: () => void;
  readonly action?: string;
  readonly isDisabled?: boolean | ReadonlySignal<boolean>;
  readonly isExpanded?: boolean;
  readonly controls?: string;
  readonly hasPopup?: boolean;
}

export function IconButton(props: IconButtonProps): JSX.Element {
  const { icon, label, onClick, action, isDisabled, isExpanded, controls, hasPopup } = props;
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      disabled={isDisabled ?? false}
      aria-expanded={isExpanded}
      {...(isExpanded === true && { "aria-controls": controls })}
      {...(action !== undefined && { "data-action": action })}
      {...(hasPopup === true && { "aria-haspopup": "dialog" })}
      {...(onClick && { onClick })}
    >
      <Icon name={icon} />
    </button>
  );
}
