import { periodBounds, periodOf } from "../../values/calendar.ts";

export interface Month {
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
