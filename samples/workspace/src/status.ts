/** What a customer reads about a parcel. */
const words = {
  packed: "Packed",
  sent: "Shiped",
  held: "Held by customs",
  handed: "Delivered",
} as const;

export function statusText(status: keyof typeof words): string {
  return words[status];
}
