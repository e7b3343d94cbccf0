import type { ComponentChildren, JSX } from "preact";
import { useRef } from "preact/hooks";

import { useCloseOutside } from "../../ui/closeOutside.ts";

export interface MenuProps {
  readonly label: string;
  readonly shown: string;
  readonly children: ComponentChildren;
}

export function Menu({ label, shown, children }: MenuProps): JSX.Element {
  const menu = useRef<HTMLDetailsElement>(null);
  useCloseOutside(menu, true, () => {
    if (menu.current) {
      menu.current.open = false;
    }
  });
  return (
    <details
      ref={menu}
      class="menu"
      onKeyDown={(event) => {
        if (event.key === "Escape" && menu.current) {
          menu.current.open = false;
          menu.current.querySelector("summary")?.focus();
        }
      }}
    >
      <summary class="field" aria-label={label}>
        {shown}
      </summary>
      {children}
    </details>
  );
}
