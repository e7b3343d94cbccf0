import type { JSX } from "preact";

import { lazyPart } from "../page/lazyPart.tsx";
import { useHistory } from "./historyPage.ts";

const HistoryPanel = lazyPart(async () => (await import("./HistoryPanel.tsx")).HistoryPanel, {
  style: "history",
});

/** The list of conversations while it is open; it covers the chat. */
export function HistoryPart(): JSX.Element | null {
  return useHistory().isOpen.value ? <HistoryPanel /> : null;
}
