import type { PassedEvent } from "../../agent/run/cards/agentEvents.ts";
import { describeFailure } from "../../shared/failures/failureWords.ts";

/** Reports each reason once for which a model in house answers. */
export function routedNotices(print: (line: string) => void): (event: PassedEvent) => void {
  const told = new Set<string>();
  return (event) => {
    if (event.kind === "notice" && event.failure.kind === "dlp_routed") {
      const line = describeFailure(event.failure, "en").headline;
      if (!told.has(line)) {
        told.add(line);
        print(line);
      }
    }
  };
}
