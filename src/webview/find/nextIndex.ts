/**
 * The index after a step to the next or previous of `total` matches, around at the ends. Before the
 * first step no match is current (-1): a step back goes to the last one.
 */
export function nextIndex(index: number, direction: 1 | -1, total: number): number {
  const from = index === -1 && direction === -1 ? 0 : index;
  return (from + direction + total) % total;
}
