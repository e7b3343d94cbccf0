import type { JSX } from "preact";

import { lazyPart } from "../kit/lazyPart.tsx";
import { useFind } from "./findPage.ts";

const FindBar = lazyPart(async () => (await import("./FindBar.tsx")).FindBar);

/** The find bar while it is open. */
export function FindPart(): JSX.Element | null {
  return useFind().isOpen.value ? <FindBar /> : null;
}
