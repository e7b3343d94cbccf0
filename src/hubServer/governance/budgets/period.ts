import { periodBounds, periodOf } from "../../values/calendar.ts";

/** The period of every budget, in the hub's time zone. */
export interface Month {
  /** As `2026-11`. */
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

export class MonthFinder {
  #last: { readonly timeZone: string; readonly month: Month } | undefined;

  monthOf(time: number, timeZone: string): Month {
    const last = this.#last;
    if (last?.timeZone === timeZone && last.month.start <= time && time < last.month.end) {
      return last.month;
    }
    const key = periodOf(time, timeZone);
    const month = { key, ...periodBounds(key, timeZone) };
    this.#last = { timeZone, month };
    return month;
  }
}
