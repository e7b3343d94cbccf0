import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";

export interface MenuProps {
  /** Accessible name of the button that opens the menu. */
  readonly label: string;
  readonly shown: string;
  readonly children: ComponentChildren;
}

/** Choices under a field; closed by Escape or a click outside. */
export function Menu({ label, shown, children }: MenuProps): JSX.Element {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const closeOutside = (event: Event): void => {
      const { current } = menu;
      if (current && event.target instanceof Node && !current.contains(event.target)) {
        current.open = false;
      }
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
    };
  }, []);
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
