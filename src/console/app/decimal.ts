/** Reads `1.234,5` as `1234.5`. Accepts the other language's decimal sign if unambiguous. */
export function parseDecimal(text: string, locale: string): string | undefined {
  const compact = text.trim().replaceAll(/[\s\u00a0\u202f]/gu, "");
  const own = separators(locale);
  const byLocale = canonical(compact, own);
  if (byLocale !== undefined) {
    return byLocale;
  }
  return canonical(compact, { decimal: own.group, group: own.decimal });
}

interface Separators {
  readonly decimal: string;
  readonly group: string;
}

function separators(locale: string): Separators {
  const parts = new Intl.NumberFormat(locale, { useGrouping: "always" }).formatToParts(12_345.6);
  const sign = (type: string, other: string): string =>
    parts.find((part) => part.type === type)?.value ?? other;
  return { decimal: sign("decimal", "."), group: sign("group", ",") };
}

function canonical(text: string, { decimal, group }: Separators): string | undefined {
  const [whole = "", fraction, ...more] = text.split(decimal);
  const groups = whole.split(group);
  const isGrouped = groups.every((digits, index) =>
    index === 0 ? /^\d{1,3}$/u.test(digits) : /^\d{3}$/u.test(digits),
  );
  const isWhole = /^\d+$/u.test(whole) || (groups.length > 1 && isGrouped);
  if (!isWhole || more.length > 0 || (fraction !== undefined && !/^\d+$/u.test(fraction))) {
    return undefined;
  }
  const digits = groups.join("").replace(/^0+(?=\d)/u, "");
  return fraction === undefined ? digits : `${digits}.${fraction}`;
}
