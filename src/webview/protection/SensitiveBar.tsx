import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";

import type { SensitiveReport } from "../../shared/calls/protectionCalls.ts";
import { focusMainControl } from "../kit/focus.ts";
import { Icon } from "../kit/Icon.tsx";
import { usePage } from "../page/page.ts";
import { useWords } from "../page/useWords.ts";
import { useProtection } from "./protectionPage.ts";
import { SensitiveList } from "./SensitiveList.tsx";
import { SensitiveQuestion } from "./SensitiveQuestion.tsx";
import { routeText } from "./sensitiveWords.ts";

export function SensitiveBar(): JSX.Element | null {
  const { state } = usePage();
  const { report, isAsking } = useProtection();
  const found = report.value;
  if (!found || found.total === 0 || state.conversationId.value === "") {
    return null;
  }
  return isAsking.value ? <DraftQuestion report={found} /> : <Chip report={found} />;
}

function Chip({ report }: { readonly report: SensitiveReport }): JSX.Element {
  const words = useWords();
  const { format, state } = usePage();
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  const isCalm = report.mode === "mask" || report.undecided === 0;
  const count = format.count(report.total);
  const label =
    report.mode === "mask"
      ? words.sensitiveMasked(report.total, count)
      : words.sensitiveCount(report.total, count);
  return (
    <div class="sensitive">
      <button
        type="button"
        class={isCalm ? "sensitive-chip calm" : "sensitive-chip"}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name={isCalm ? "shield" : "warning"} />
        {[label, routeText(report, words, (model) => state.modelName(model))]
          .filter((text) => text !== "")
          .join(". ")}
        <Icon name={isOpen ? "chevron-up" : "chevron-down"} />
      </button>
      <div id={listId}>{isOpen && <SensitiveList report={report} />}</div>
    </div>
  );
}

function DraftQuestion({ report }: { readonly report: SensitiveReport }): JSX.Element {
  const protection = useProtection();
  return (
    <SensitiveQuestion
      report={report}
      onDecide={async (decision, choices) => {
        focusMainControl();
        await protection.decideAndSend(decision, choices);
      }}
      onEdit={() => {
        protection.stopAsking();
        focusMainControl();
      }}
    />
  );
}
