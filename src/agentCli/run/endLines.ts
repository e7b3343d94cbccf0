import type { RunEnd } from "../../agent/run/cards/agentEvents.ts";
import {
  capMoreText,
  type CapPause,
  capPause,
  capPauseText,
  raisedCap,
} from "../../agent/run/runCap.ts";
import { describeFailure } from "../../shared/failures/failureWords.ts";
import { visibleLines } from "../../shared/text/visibleText.ts";
import { dataFolder } from "../../sharedNode/dataFolder.ts";
import { canGoOn } from "./savedRuns.ts";
import { eventText } from "./terminal.ts";

export interface ShownRun {
  readonly id: string | undefined;
  readonly isJson: boolean;
  /** The last answer, if it fits the schema that was given for it. */
  readonly answer?: unknown;
  /** Absent for a run that did not begin. */
  readonly cap?: Parameters<typeof capPause>[1];
}

/** One line of JSON, or text with the flags that continue the run. */
export function endLines(
  end: RunEnd,
  { id, isJson, cap: terms, answer }: ShownRun,
): readonly string[] {
  const cap = terms && capPause(end, terms);
  const maxCost = cap && raisedCap(cap);
  const resume = canGoOn(end) ? id : undefined;
  if (isJson) {
    const more = {
      answer,
      ...(cap && { cap }),
      ...(resume && { resume }),
      ...(maxCost && { maxCost }),
    };
    return [JSON.stringify({ ...end, ...more })];
  }
  const text = eventText(end) ?? "";
  if (resume === undefined) {
    return [text];
  }
  const flags = maxCost === undefined ? resume : `${resume} --max-cost ${maxCost}`;
  return [text, ...(cap ? capLines(cap, flags) : [`To go on: --resume ${resume}`])];
}

function capLines(cap: CapPause, flags: string): readonly string[] {
  const more = capMoreText(cap);
  return [
    `${capPauseText(cap)}. What was done stays.`,
    more === undefined
      ? "The hub's policy allows no more for one run."
      : `To allow ${more}: --resume ${flags}`,
  ];
}

/** The failure in words, with what the hub wrote; undefined if the last line says it all. */
export function troubleText({ failure, pause }: RunEnd): string | undefined {
  if (failure === undefined || pause !== undefined) {
    return undefined;
  }
  const { headline, nextStep } = describeFailure(failure, "en");
  // The other words say that the text is kept, which is so in an editor only.
  const isCut = failure.kind === "truncated" || failure.kind === "idle_timeout";
  const place = failure.kind === "storage" ? ` AI Hub's data is in ${dataFolder()}.` : "";
  const said = failure.raw === undefined ? "" : `\nThe hub wrote: ${failure.raw.slice(0, 500)}`;
  return visibleLines(`${headline}${place}${isCut ? "" : ` ${nextStep}`}${said}`);
}
