/** For example "2 × CPF", without a line break between number and name. */
export function countText(count: string, name: string): string {
  return `${count}\u00a0×\u00a0${name}`;
}

export function countsText(counts: ReadonlyMap<string, number>, locale: string): string {
  const numbers = new Intl.NumberFormat(locale);
  return new Intl.ListFormat(locale).format(
    [...counts].map(([name, count]) => countText(numbers.format(count), name)),
  );
}
