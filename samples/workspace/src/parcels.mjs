import { retry } from "./retry.mjs";

/** @typedef {"labelled" | "in transit" | "out for delivery" | "delivered"} ParcelState */

/**
 * @typedef {object} Parcel
 * @property {string} code
 * @property {ParcelState} state
 * @property {Date} postedAt
 * @property {number} promisedDays Working days that the carrier promised.
 */

/**
 * @typedef {object} Carrier
 * @property {string} name
 * @property {(code: string) => Promise<Parcel | undefined>} find
 */

/**
 * Asks each carrier in turn; the first that knows the code wins.
 * @param {string} code
 * @param {readonly Carrier[]} carriers
 * @param {import("./retry.mjs").RetryOptions} options
 * @returns {Promise<Parcel | undefined>}
 */
export async function findParcel(code, carriers, options) {
  for (const carrier of carriers) {
    const parcel = await retry(() => carrier.find(code), options);
    if (parcel) {
      return parcel;
    }
  }
  return undefined;
}

/**
 * The day a parcel should arrive: working days after it was posted.
 * @param {Parcel} parcel
 */
export function deliveryEstimate(parcel) {
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

/**
 * @param {Parcel} parcel
 * @param {Date} now
 */
export function isLate(parcel, now) {
  return parcel.state !== "delivered" && now > deliveryEstimate(parcel);
}
