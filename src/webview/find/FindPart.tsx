import type { JSX } from "preact";

import { lazyPart } from "../kit/lazyPart.tsx";
import { usePage } from "../page/page.ts";

const FindBar = lazyPart(async () => (await import("./FindBar.tsx")).FindBar);

/** The find bar while it is open. */
export function FindPart(): JSX.Element | null {
  return usePage().features.history.find.isOpen.value ? <FindBar /> : null;
}
