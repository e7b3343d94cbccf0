/** Shows at least two significant digits: one answer often costs far below a cent. */
export function moneyText(amount: string, currency: string | undefined, locale: string): string {
  const value = Number(amount);
  if (!Number.isFinite(value)) {
    return "";
  }
  const digits =
    value === 0 ? 2 : Math.min(8, Math.max(2, 1 - Math.floor(Math.log10(Math.abs(value)))));
  const isCode = currency !== undefined && /^[A-Za-z]{3}$/u.test(currency);
  return new Intl.NumberFormat(locale, {
    ...(isCode && { style: "currency", currency }),
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  }).format(value);
}
