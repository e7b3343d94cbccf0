import { retry, type RetryOptions } from "./retry.ts";

export type ParcelState = "labelled" | "in transit" | "out for delivery" | "delivered";

export interface Parcel {
  readonly code: string;
  readonly state: ParcelState;
  readonly postedAt: Date;
  /** Working days that the carrier promised. */
  readonly promisedDays: number;
}

export interface Carrier {
  readonly name: string;
  find(code: string): Promise<Parcel | undefined>;
}

/** Asks each carrier in turn; the first that knows the code wins. */
export async function findParcel(
  code: string,
  carriers: readonly Carrier[],
  options: RetryOptions,
): Promise<Parcel | undefined> {
  for (const carrier of carriers) {
    const parcel = await retry(() => carrier.find(code), options);
    if (parcel) {
      return parcel;
    }
  }
  return undefined;
}

/** The day a parcel should arrive: working days after it was posted. */
export function deliveryEstimate(parcel: Parcel): Date {
  const day = new Date(parcel.postedAt);
  let left = parcel.promisedDays;
  while (left > 0) {
    day.setDate(day.getDate() + 1);
    // TODO: holidays, which differ from state to state.
    if (day.getDay() !== 0 && day.getDay() !== 6) {
      left -= 1;
    }
  }
  return day;
}

export function isLate(parcel: Parcel, now: Date): boolean {
  return parcel.state !== "delivered" && now > deliveryEstimate(parcel);
}
