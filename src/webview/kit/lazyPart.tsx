import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

/** A component whose code is loaded when it is first drawn; draws nothing until then. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => JSX.Element | null {
  let loaded: ComponentType<Props> | undefined;
  return function LazyPart(props) {
    const [, setLoaded] = useState(loaded !== undefined);
    useEffect(() => {
      if (loaded === undefined) {
        void (async () => {
          loaded = await load();
          setLoaded(true);
        })().catch(() => {
          // Drawn again later, it tries again.
        });
      }
    }, []);
    const Loaded = loaded;
    return Loaded ? <Loaded {...props} /> : null;
  };
}
