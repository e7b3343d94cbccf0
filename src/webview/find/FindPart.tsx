import type { JSX } from "preact";

import { lazyPart } from "../page/parts/lazyPart.tsx";
import { useFind } from "./findPage.ts";

const FindBar = lazyPart(async () => (await import("./FindBar.tsx")).FindBar, { style: "history" });

export function FindPart(): JSX.Element | null {
  return useFind().isOpen.value ? <FindBar /> : null;
}
