/** A step back from -1 goes to the last match. */
export function nextIndex(index: number, direction: 1 | -1, total: number): number {
  const from = index === -1 && direction === -1 ? 0 : index;
  return (from + direction + total) % total;
}
