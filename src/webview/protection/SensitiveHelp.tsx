import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import type { SensitiveReport } from "../../shared/calls/protectionCalls.ts";
import type { AssistantMessage } from "../../shared/conversation/conversation.ts";
import { usePage } from "../page/page.ts";
import { useWords } from "../page/useWords.ts";
import { showHighlights } from "./highlights.ts";
import type { SensitiveDecision } from "./protectionPage.ts";
import { useProtection } from "./protectionPage.ts";
import { SensitiveList } from "./SensitiveList.tsx";

export function SensitiveHelp({ message }: { readonly message: AssistantMessage }): JSX.Element {
  const words = useWords();
  const { actions, state } = usePage();
  const protection = useProtection();
  const [report, setReport] = useState<SensitiveReport | undefined>(undefined);
  useEffect(() => {
    void protection.checkMessage(message.id).then(setReport);
  }, [message.id]);
  useEffect(() => showHighlights(report?.values ?? []), [report]);
  const isRunning = state.isRunning.value;
  const again = async (decision: SensitiveDecision): Promise<void> => {
    await protection.decideMessage(message.id, decision);
    actions.regenerate(message.id);
  };
  const ways: readonly (readonly [string, SensitiveDecision])[] = [
    [words.sensitiveMaskAndResend, "mask"],
    [words.sensitiveRemoveAndResend, "remove"],
    ...(message.failure?.kind === "dlp_local"
      ? [[words.sensitiveAllowAndResend, "allow"] as const]
      : []),
  ];
  const hasFound = report !== undefined && report.total > 0;
  return (
    <>
      {report?.total === 0 && <p class="hint">{words.sensitiveNotFoundHere}</p>}
      {hasFound && <SensitiveList report={report} isReadOnly />}
      {!isRunning && (
        <div class="buttons">
          {(hasFound ? ways : []).map(([label, decision], index) => (
            <button
              key={decision}
              type="button"
              class={index === 0 ? "button small" : "button quiet small"}
              onClick={() => void again(decision)}
            >
              {label}
            </button>
          ))}
          <button
            type="button"
            class={hasFound ? "button quiet small" : "button small"}
            onClick={() => actions.edit(message.parentId ?? "")}
          >
            {words.editMessage}
          </button>
        </div>
      )}
    </>
  );
}
