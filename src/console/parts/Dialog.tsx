import type { ComponentChildren, JSX } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";

import { useConsole } from "../app/console.ts";
import { IconButton } from "./Button.tsx";

export interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly look?: "drawer" | "small";
  /** Absent if only the dialog's own buttons close it. */
  readonly onClose?: () => void;
}

/** The browser's modal dialog traps the focus and returns it on close. */
export function Dialog({ title, children, look, onClose }: DialogProps): JSX.Element {
  const words = useConsole().words.value;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={look ?? ""}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClose={() => {
        // A browser may close it in spite of `preventDefault`.
        if (dialog.current?.isConnected === true) {
          dialog.current.showModal();
          onClose?.();
        }
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          event.preventDefault();
          event.stopPropagation();
          onClose?.();
        }
      }}
    >
      <header class="dialog-head">
        <h2 id={titleId}>{title}</h2>
        {onClose && <IconButton icon="close" label={words.close} onClick={onClose} />}
      </header>
      {children}
    </dialog>
  );
}
