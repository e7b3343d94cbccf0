import type { PolicyProblem } from "../../../shared/hubApi/machinePolicy.ts";
import type { BaseUrlProblem } from "../../../shared/text/baseUrl.ts";
import type { Words } from "../../words/en/en.ts";

/** `reason` is a `BaseUrlProblem` or a `PolicyProblem`, sent as text. */
export function addressProblemText(reason: string, words: Words): string {
  const texts: Readonly<Record<BaseUrlProblem | PolicyProblem, string>> = {
    empty: words.addressEmpty,
    whitespace: words.addressWhitespace,
    notAUrl: words.addressNotAUrl,
    unsupportedScheme: words.addressScheme,
    insecureHttp: words.addressInsecure,
    credentials: words.addressCredentials,
    query: words.addressQuery,
    fragment: words.addressQuery,
    brokenPolicy: words.rulesBroken,
    oldVersion: words.rulesOldVersion,
    hubNotAllowed: words.rulesOtherHub,
  };
  const known = Object.entries(texts).find(([name]) => name === reason);
  return known?.[1] ?? words.addressOther;
}
