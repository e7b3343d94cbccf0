import { scanText } from "../../../src/dlp/find/scanText.ts";

/** What is found, as `kind value`, with a question mark where it is only possible. */
export function found(text: string): readonly string[] {
  return scanText(text).map(
    ({ kind, start, end, certainty }) =>
      `${kind}${certainty === "possible" ? "?" : ""} ${text.slice(start, end)}`,
  );
}
