import { useLayoutEffect, useRef, useState } from "preact/hooks";

export interface RowWindow {
  readonly scroller: { readonly current: HTMLDivElement | null };
  readonly window: { readonly first: number; readonly count: number };
  readonly measure: () => void;
}

const spareRows = 8;

/** Includes some rows on both sides. All rows have the same height in pixels. */
export function useRowWindow(rowHeight: number): RowWindow {
  const scroller = useRef<HTMLDivElement>(null);
  const [window, setWindow] = useState({ first: 0, count: 40 });
  const measure = (): void => {
    const element = scroller.current;
    if (element) {
      const first = Math.max(0, Math.floor(element.scrollTop / rowHeight) - spareRows);
      const count = Math.ceil(element.clientHeight / rowHeight) + 2 * spareRows;
      setWindow((known) =>
        known.first === first && known.count === count ? known : { first, count },
      );
    }
  };
  useLayoutEffect(() => {
    measure();
    const observer = new ResizeObserver(measure);
    if (scroller.current) {
      observer.observe(scroller.current);
    }
    return () => observer.disconnect();
  }, []);
  return { scroller, window, measure };
}
