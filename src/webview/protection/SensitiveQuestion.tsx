import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

import type { SensitiveReport } from "../../shared/calls/protectionCalls.ts";
import { Icon } from "../kit/Icon.tsx";
import { usePage } from "../page/page.ts";
import { SensitiveList } from "./SensitiveList.tsx";
import { kindCounts } from "./sensitiveWords.ts";

export interface QuestionProps {
  readonly report: SensitiveReport;
  readonly onDecide: (decision: "mask" | "allow") => Promise<void>;
  readonly onEdit: () => void;
  /** Decisions about single values are made elsewhere. */
  readonly isWhole?: boolean;
}

/** What is about to be sent holds sensitive data: what is to be done about it. */
export function SensitiveQuestion({
  report,
  onDecide,
  onEdit,
  isWhole = false,
}: QuestionProps): JSX.Element {
  const { words, locale } = usePage();
  const undecided = report.values.filter(
    ({ certainty, decision }) => certainty === "certain" && decision === undefined,
  );
  const isAll = report.values.length === report.total;
  const undecidedTotal = isAll ? undecided.length : report.total;
  const first = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => first.current?.focus(), []);
  return (
    <div
      class="notice sensitive-question"
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          event.stopPropagation();
          onEdit();
        }
      }}
    >
      <div class="notice-text">
        <Icon name="warning" />
        <p role="alert">
          {words.sensitiveAsk(kindCounts(report.values, locale))}{" "}
          <span class="next-step">
            {words.sensitiveAskNext} {words.sensitiveMaskNext}
          </span>
        </p>
      </div>
      <SensitiveList
        report={{ ...report, values: undecided, total: undecidedTotal }}
        isReadOnly={isWhole}
      />
      <div class="buttons">
        <button
          ref={first}
          type="button"
          class="button small"
          onClick={() => void onDecide("mask")}
        >
          {words.sensitiveMaskAndSend}
        </button>
        <button type="button" class="button quiet small" onClick={() => void onDecide("allow")}>
          {report.mode === "block" ? words.sensitiveAllowAndResend : words.sensitiveSendAnyway}
        </button>
        <button type="button" class="button quiet small" onClick={onEdit}>
          {words.sensitiveEdit}
        </button>
      </div>
    </div>
  );
}
