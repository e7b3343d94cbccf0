import type { ComponentChildren, JSX } from "preact";

import { Icon, type IconName } from "./Icon.tsx";

export interface ButtonProps {
  readonly children?: ComponentChildren;
  readonly look?: "primary" | "quiet" | "danger" | "link";
  readonly icon?: IconName;
  readonly label?: string;
  readonly isDisabled?: boolean;
  readonly type?: "button" | "submit";
  readonly onClick?: () => void;
}

export function Button(props: ButtonProps): JSX.Element {
  const { children, look = "quiet", icon, label, isDisabled = false, type = "button" } = props;
  return (
    <button
      type={type}
      class={look === "link" ? "link" : `button ${look}`}
      {...(label === undefined ? {} : { "aria-label": label })}
      disabled={isDisabled}
      onClick={props.onClick}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

export interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly isOpen?: boolean;
  readonly onClick: () => void;
}

export function IconButton(props: IconButtonProps): JSX.Element {
  const { icon, label, isDisabled, isOpen, onClick } = props;
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      {...(isOpen === undefined ? {} : { "aria-expanded": isOpen })}
      disabled={isDisabled ?? false}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
