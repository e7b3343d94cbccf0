import type { JSX } from "preact";

import { focusMainControl } from "./focus.ts";
import { IconButton } from "./IconButton.tsx";

export interface RemoveButtonProps {
  readonly label: string;
  readonly onRemove: () => void;
}

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
