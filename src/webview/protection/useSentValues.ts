import { type ReadonlySignal, useComputed } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";

import type { SentValues } from "../../shared/calls/protectionCalls.ts";
import { useProtection } from "./protectionPage.ts";

export function useSentValues(messageId: string): SentValues | undefined {
  const protection = useProtection();
  const version: ReadonlySignal<number> = useComputed(
    () => protection.leftVersions.value.get(messageId) ?? 0,
  );
  const [sent, setSent] = useState<SentValues>();
  useEffect(() => {
    let isWanted = true;
    const load = async (): Promise<void> => {
      const values = await protection.sentValues(messageId);
      if (isWanted) {
        setSent(values);
      }
    };
    if (version.value === 0) {
      setSent(undefined);
    } else {
      void load();
    }
    return () => {
      isWanted = false;
    };
  }, [messageId, version.value]);
  return sent !== undefined && sent.masked + sent.clear > 0 ? sent : undefined;
}
