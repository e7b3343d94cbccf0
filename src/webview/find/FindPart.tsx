import type { JSX } from "preact";

import { usePage } from "../components/page.ts";
import { lazyPart } from "../lazyPart.tsx";

const FindBar = lazyPart(async () => (await import("./FindBar.tsx")).FindBar);

/** The find bar while it is open. */
export function FindPart(): JSX.Element | null {
  return usePage().features.history.find.isOpen.value ? <FindBar /> : null;
}
