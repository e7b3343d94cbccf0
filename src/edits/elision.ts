/** A comment alone on its line; its text is the first matched group. */
const comment =
  /^\s*(?:(?:\/\/+|#+|--+|;+|%+)(.*)|\{?\/\*+(.*?)\*\/\}?|<!--(.*?)-->|\(\*(.*?)\*\))\s*$/iu;
const dots = /\.{3}|…/u;
const onlyDots = /^[\s[(]*(?:\.{3,}|…)[\s\])]*$/u;
const omission =
  /\b(?:existing|rest|unchanged|same|previous|remaining|remainder|other|omitted|skipped|before|above|here|code|existentes?|resto|restante|c[oó]digo|igual|inalterad[oa]s?|anterior|omitid[oa]s?|continua|mant[eé]m)/iu;
const wholeSentence =
  /^\s*(?:the\s+)?(?:rest|remainder) of (?:the |your )?(?:file|code|class|function|component|module|method)\b/iu;
const maxLength = 200;

export function isElision(line: string, language: string): boolean {
  if (line.length > maxLength) {
    return false;
  }
  if (onlyDots.test(line)) {
    // In Python `...` is a statement.
    return !/^py/iu.test(language);
  }
  const match = comment.exec(line);
  const text = match?.slice(1).find((group) => group !== undefined);
  if (text === undefined) {
    return false;
  }
  return (
    onlyDots.test(text) || wholeSentence.test(text) || (dots.test(text) && omission.test(text))
  );
}
