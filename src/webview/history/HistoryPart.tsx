import type { JSX } from "preact";

import { lazyPart } from "../page/parts/lazyPart.tsx";
import { useHistory } from "./historyPage.ts";

const HistoryPanel = lazyPart(async () => (await import("./HistoryPanel.tsx")).HistoryPanel, {
  style: "history",
});

export function HistoryPart(): JSX.Element | null {
  return useHistory().isOpen.value ? <HistoryPanel /> : null;
}
