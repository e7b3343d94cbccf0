import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

import type { SensitiveChoices, SensitiveReport } from "../../shared/calls/protectionCalls.ts";
import { Icon } from "../kit/Icon.tsx";
import { unbroken } from "../kit/unbroken.tsx";
import { usePage } from "../page/page.ts";
import { useWords } from "../page/useWords.ts";
import type { Words } from "../words/en/en.ts";
import { choicesOf, firstTicks, type Ticks } from "./choices.ts";
import { SensitiveChoiceList } from "./SensitiveChoiceList.tsx";
import { kindCounts, routeText } from "./sensitiveWords.ts";

export interface QuestionProps {
  readonly report: SensitiveReport;
  readonly onDecide: (decision: "mask" | "allow", choices?: SensitiveChoices) => Promise<void>;
  readonly onEdit: () => void;
}

export function SensitiveQuestion({ report, onDecide, onEdit }: QuestionProps): JSX.Element {
  const words = useWords();
  const { state } = usePage();
  const { route } = report;
  const mayMask = route?.mayMask !== false;
  const nameOf = (model: string): string => state.modelName(model);
  const [changed, setChanged] = useState<Ticks>(new Map());
  const ticks = new Map([...firstTicks(report.values), ...changed]);
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
      <QuestionText report={report} nameOf={nameOf} />
      {mayMask && (
        <SensitiveChoiceList
          report={report}
          ticks={ticks}
          onTick={(id, isTicked) => setChanged(new Map(changed).set(id, isTicked))}
        />
      )}
      <div class="buttons">
        {mayMask && (
          <button
            ref={first}
            type="button"
            class="button small"
            disabled={![...ticks.values()].includes(true)}
            onClick={() => void onDecide("mask", choicesOf(report.values, ticks))}
          >
            {words.sensitiveMaskAndSend}
          </button>
        )}
        <button
          {...(!mayMask && { ref: first })}
          type="button"
          class="button quiet small"
          onClick={() => void onDecide("allow")}
        >
          {sendText(report, words, nameOf)}
        </button>
        <button type="button" class="button quiet small" onClick={onEdit}>
          {words.sensitiveEdit}
        </button>
      </div>
    </div>
  );
}

function QuestionText({
  report,
  nameOf,
}: {
  readonly report: SensitiveReport;
  readonly nameOf: (model: string) => string;
}): JSX.Element {
  const words = useWords();
  const { locale } = usePage();
  return (
    <div class="notice-text">
      <Icon name="warning" />
      <p role="alert">
        {unbroken(words.sensitiveAsk(kindCounts(report.values, locale)))}{" "}
        <span class="next-step">
          {words.sensitiveAskNext} {routeText(report, words, nameOf)}{" "}
          {report.route?.mayMask !== false && words.sensitiveMaskNext}
        </span>
      </p>
    </div>
  );
}

function sendText(
  { mode, route }: SensitiveReport,
  words: Words,
  nameOf: (model: string) => string,
): string {
  if (route?.model !== undefined) {
    return words.sensitiveSendRouted(nameOf(route.model));
  }
  return mode === "block" ? words.sensitiveAllowAndResend : words.sensitiveSendAnyway;
}
