import type { BaseUrlProblem } from "../../../shared/text/baseUrl.ts";
import type { Words } from "../../words/en.ts";

/** `reason` is a `BaseUrlProblem` sent as text. */
export function addressProblemText(reason: string, words: Words): string {
  const texts: Readonly<Record<BaseUrlProblem, string>> = {
    empty: words.addressEmpty,
    whitespace: words.addressWhitespace,
    notAUrl: words.addressNotAUrl,
    unsupportedScheme: words.addressScheme,
    insecureHttp: words.addressInsecure,
    credentials: words.addressCredentials,
    query: words.addressQuery,
    fragment: words.addressQuery,
  };
  const known = Object.entries(texts).find(([name]) => name === reason);
  return known?.[1] ?? words.addressOther;
}
