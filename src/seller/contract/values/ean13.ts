export const ean13Shape = /^\d{13}$/u;

export function ean13CheckDigit(firstTwelve: string): number {
  let sum = 0;
  for (let index = 0; index < 12; index++) {
    sum += Number(firstTwelve.charAt(index)) * (index % 2 === 0 ? 1 : 3);
  }
  return (10 - (sum % 10)) % 10;
}

export function isEan13(text: string): boolean {
  return ean13Shape.test(text) && ean13CheckDigit(text) === Number(text.slice(12));
}

export function isInternalEan13(text: string): boolean {
  return text.startsWith("2");
}
