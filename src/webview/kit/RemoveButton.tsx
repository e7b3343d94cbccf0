import type { JSX } from "preact";

import { focusMainControl } from "./focus.ts";
import { IconButton } from "./IconButton.tsx";

export interface RemoveButtonProps {
  readonly label: string;
  readonly onRemove: () => void;
}

/** Removes a list item. The button disappears with it, so the focus returns to the message. */
export function RemoveButton({ label, onRemove }: RemoveButtonProps): JSX.Element {
  return (
    <IconButton
      icon="close"
      label={label}
      onClick={() => {
        onRemove();
        focusMainControl();
      }}
    />
  );
}
