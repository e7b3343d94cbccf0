/** What a customer reads about a parcel. */
const words = {
  packed: "Packed",
  sent: "Shiped",
  held: "Held by customs",
  handed: "Delivered",
};

/** @param {keyof typeof words} status */
export function statusText(status) {
  return words[status];
}
