import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { whenIdle } from "../kit/idle.ts";
import { type LateStyle, loadStyle } from "../kit/lateStyles.ts";
import { usePage } from "./page.ts";

export interface LazyPartOptions {
  readonly style?: LateStyle;
  /** Nobody misses the part if it does not load: then nothing is drawn instead of an error. */
  readonly isExtra?: boolean;
  /** The part lies above others; the error then lies there, too. */
  readonly isPopup?: boolean;
  /**
   * When it is loaded before it is drawn: beside the page, which is there first, or as soon as the page is idle, where keys
   * that are pressed right after opening the part are meant for it.
   */
  readonly loads?: "besidePage" | "whenIdle";
  /** Class of an empty box that has the part's room until it is there. */
  readonly frame?: string;
}

/**
 * A component whose code and texts, and style sheet if it has one, are loaded when it is first drawn; draws
 * nothing until then. If the code does not load, a sentence says so, and a button tries again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { style, isExtra = false, isPopup = false, loads, frame }: LazyPartOptions = {},
): (props: Props) => JSX.Element | null {
  let loaded: ComponentType<Props> | undefined;
  const loadUnasked = (): void => {
    void (async () => {
      loaded = await load();
    })().catch(() => {
      // It is loaded again when it is drawn.
    });
  };
  if (loads === "besidePage") {
    loadUnasked();
  } else if (loads === "whenIdle") {
    whenIdle(loadUnasked);
  }
  return function LazyPart(props) {
    const [state, setState] = useState<"loading" | "loaded" | "failed">("loading");
    const { lateWords } = usePage();
    const Loaded = lateWords.loaded && loaded;
    useEffect(() => {
      // By what was drawn: it may have been loaded between the drawing and this.
      if (Loaded === undefined && state === "loading") {
        void (async () => {
          const [component] = await Promise.all([
            load(),
            lateWords.load(),
            style && loadStyle(style),
          ]);
          loaded = component;
          setState("loaded");
        })().catch(() => setState("failed"));
      }
    }, [state]);
    if (Loaded) {
      return <Loaded {...props} />;
    }
    const failure =
      state === "failed" && !isExtra ? (
        <PartFailed isPopup={isPopup} onRetry={() => setState("loading")} />
      ) : null;
    return frame === undefined ? failure : <div class={frame}>{failure}</div>;
  };
}

interface PartFailedProps {
  readonly isPopup: boolean;
  readonly onRetry: () => void;
}

function PartFailed({ isPopup, onRetry }: PartFailedProps): JSX.Element {
  const { words } = usePage();
  return (
    <div class={isPopup ? "popup" : "notice quiet"}>
      <p class="popup-text">
        <span role="alert">{words.partFailed}</span>{" "}
        <button type="button" class="link" onClick={onRetry}>
          {words.tryAgain}
        </button>
      </p>
    </div>
  );
}
