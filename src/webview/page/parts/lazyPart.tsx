import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { whenIdle } from "../../kit/idle.ts";
import { type LateStyle, loadStyle } from "../../kit/lateStyles.ts";
import { usePage } from "../page.ts";

export interface LazyPartOptions {
  readonly style?: LateStyle;
  /** If loading fails, shows nothing instead of an error. */
  readonly isExtra?: boolean;
  readonly isPopup?: boolean;
  /** `whenIdle` is for parts that receive keys right after opening. */
  readonly loads?: "besidePage" | "whenIdle";
  readonly frame?: string;
}

export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { style, isExtra = false, isPopup = false, loads, frame }: LazyPartOptions = {},
): (props: Props) => JSX.Element | null {
  let loaded: ComponentType<Props> | undefined;
  const loadUnasked = (): void => {
    void (async () => {
      loaded = await load();
    })().catch(() => {
      // Drawing it tries again.
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
      // Uses the state at drawing: loading may have finished meanwhile.
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
