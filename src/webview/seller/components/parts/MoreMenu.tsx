import type { JSX } from "preact";
import { useId, useRef, useState } from "preact/hooks";

import { useCloseOutside } from "../../../../ui/closeOutside.ts";
import { IconButton } from "../../../kit/IconButton.tsx";
import { useSellerPage } from "../../sellerPage.ts";

export interface MenuAction {
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
}

export function MoreMenu({ actions }: { readonly actions: readonly MenuAction[] }): JSX.Element {
  const { words } = useSellerPage();
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLSpanElement>(null);
  const id = useId();
  useCloseOutside(frame, isOpen, () => setOpen(false));
  return (
    <span
      ref={frame}
      class="more-menu"
      onKeyDown={(event) => {
        if (isOpen && event.key === "Escape") {
          event.stopPropagation();
          setOpen(false);
          frame.current?.querySelector("button")?.focus();
        }
      }}
    >
      <IconButton
        icon="ellipsis"
        label={words.moreActions}
        isExpanded={isOpen}
        controls={id}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <span id={id} class="more-actions" role="group" aria-label={words.moreActions}>
          {actions.map(({ label, isDisabled, onClick }) => (
            <button
              key={label}
              type="button"
              class="more-action"
              disabled={isDisabled ?? false}
              onClick={() => {
                setOpen(false);
                onClick();
              }}
            >
              {label}
            </button>
          ))}
        </span>
      )}
    </span>
  );
}
