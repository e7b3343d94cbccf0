/** "2 × CPF", whose number stays with its name at the end of a line. */
export function countText(count: string, name: string): string {
  return `${count}\u00a0×\u00a0${name}`;
}

/** "2 × CPF and 1 × e-mail address", in the locale's numbers and its form of a list. */
export function countsText(counts: ReadonlyMap<string, number>, locale: string): string {
  const numbers = new Intl.NumberFormat(locale);
  return new Intl.ListFormat(locale).format(
    [...counts].map(([name, count]) => countText(numbers.format(count), name)),
  );
}
