import type { JSX } from "preact";

import { focusMainControl } from "./focus.ts";
import { IconButton } from "./IconButton.tsx";

export interface RemoveButtonProps {
  readonly label: string;
  readonly onRemove: () => void;
}

/** Takes an item out of a list. The button disappears with its item, so the focus goes back to the message. */
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
