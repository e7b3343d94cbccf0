import type { JSX } from "preact";

import { usePage } from "../components/page.ts";
import { lazyPart } from "../lazyPart.tsx";

const HistoryPanel = lazyPart(async () => (await import("./HistoryPanel.tsx")).HistoryPanel);

/** The list of conversations while it is open; it lies over the chat. */
export function HistoryPart(): JSX.Element | null {
  return usePage().features.history.isOpen.value ? <HistoryPanel /> : null;
}
