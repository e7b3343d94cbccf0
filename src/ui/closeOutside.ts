import { useLayoutEffect } from "preact/hooks";

/** The first `close` is used until `isOpen` changes. */
export function useCloseOutside(
  frame: { readonly current: HTMLElement | null },
  isOpen: boolean,
  close: (target: Node) => void,
): void {
  useLayoutEffect(() => {
    if (!isOpen) {
      return undefined;
    }
    const closeOutside = ({ target }: Event): void => {
      if (target instanceof Node && !frame.current?.contains(target)) {
        close(target);
      }
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
    };
  }, [isOpen]);
}
