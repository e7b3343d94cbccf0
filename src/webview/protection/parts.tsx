import type { JSX } from "preact";

import type { AssistantMessage } from "../../shared/conversation/conversation.ts";
import type { FailureKind } from "../../shared/failures/failure.ts";
import { lazyPart } from "../page/parts/lazyPart.tsx";
import { useProtection } from "./protectionPage.ts";

const LazyBar = lazyPart(async () => (await import("./SensitiveBar.tsx")).SensitiveBar, {
  style: "protection",
});
const LazyMarks = lazyPart(async () => (await import("./DraftMarks.tsx")).DraftMarks, {
  style: "protection",
  isExtra: true,
});

/** Replaces the usual buttons below an answer that was refused for sensitive data. */
export const SensitiveHelp = lazyPart<{ readonly message: AssistantMessage }>(
  async () => (await import("./SensitiveHelp.tsx")).SensitiveHelp,
  { style: "protection" },
);

export function needsSensitiveHelp(kind: FailureKind): boolean {
  return kind === "dlp_local" || kind === "dlp_request";
}

export function SensitiveNote(): JSX.Element | null {
  const { report } = useProtection();
  return (report.value?.total ?? 0) > 0 ? <LazyBar /> : null;
}

export function SensitiveMarks(): JSX.Element | null {
  const { marks } = useProtection();
  return marks.value.length > 0 ? <LazyMarks /> : null;
}
