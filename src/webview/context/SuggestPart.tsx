import type { JSX } from "preact";

import { lazyPart } from "../page/parts/lazyPart.tsx";
import { useChatContext } from "./contextPage.ts";
import type { Suggestions } from "./suggestions.ts";

const SuggestPopup = lazyPart<{ readonly suggestions: Suggestions }>(
  async () => (await import("./SuggestPopup.tsx")).SuggestPopup,
  { isPopup: true, loads: "whenIdle" },
);

export function SuggestPart(): JSX.Element | null {
  const { suggestions } = useChatContext();
  return suggestions.openedBy.value === undefined ? null : (
    <SuggestPopup suggestions={suggestions} />
  );
}
