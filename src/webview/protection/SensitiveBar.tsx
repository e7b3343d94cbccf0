import type { JSX } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";

import type { SensitiveReport } from "../../shared/calls/protectionCalls.ts";
import { Icon } from "../components/Icon.tsx";
import { usePage } from "../components/page.ts";
import { focusMainControl } from "../focus.ts";
import { SensitiveList } from "./SensitiveList.tsx";
import { kindCounts } from "./sensitiveWords.ts";

/** Above the composer: how much sensitive data is in the draft, and the question when it is to be sent. */
export function SensitiveBar(): JSX.Element | null {
  const { features, state } = usePage();
  const { report, isAsking } = features.protection;
  const found = report.value;
  if (!found || found.total === 0 || state.conversationId.value === "") {
    return null;
  }
  return isAsking.value ? <Question report={found} /> : <Chip report={found} />;
}

function Chip({ report }: { readonly report: SensitiveReport }): JSX.Element {
  const { words, format } = usePage();
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
        {label}
        <Icon name={isOpen ? "chevron-up" : "chevron-down"} />
      </button>
      <div id={listId}>{isOpen && <SensitiveList report={report} />}</div>
    </div>
  );
}

function Question({ report }: { readonly report: SensitiveReport }): JSX.Element {
  const { words, locale, features, actions } = usePage();
  const { protection } = features;
  const undecided = report.values.filter(
    ({ certainty, decision }) => certainty === "certain" && decision === undefined,
  );
  const isAll = report.values.length === report.total;
  const undecidedTotal = isAll ? undecided.length : report.total;
  const first = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => first.current?.focus(), []);
  const sendAfter = async (decision: "mask" | "allow"): Promise<void> => {
    await protection.decideAll(decision);
    protection.stopAsking();
    focusMainControl();
    await actions.send();
  };
  const edit = (): void => {
    protection.stopAsking();
    focusMainControl();
  };
  return (
    <div
      class="notice sensitive-question"
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          edit();
        }
      }}
    >
      <div class="notice-text">
        <Icon name="warning" />
        <p role="alert">
          {words.sensitiveAsk(kindCounts(report.values, words, locale))}{" "}
          <span class="next-step">
            {words.sensitiveAskNext} {words.sensitiveMaskNext}
          </span>
        </p>
      </div>
      <SensitiveList report={{ ...report, values: undecided, total: undecidedTotal }} />
      <div class="buttons">
        <button
          ref={first}
          type="button"
          class="button small"
          onClick={() => void sendAfter("mask")}
        >
          {words.sensitiveMaskAndSend}
        </button>
        <button type="button" class="button quiet small" onClick={() => void sendAfter("allow")}>
          {report.mode === "block" ? words.sensitiveAllowAndResend : words.sensitiveSendAnyway}
        </button>
        <button type="button" class="button quiet small" onClick={edit}>
          {words.sensitiveEdit}
        </button>
      </div>
    </div>
  );
}
