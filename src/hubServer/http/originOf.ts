import { FlagError } from "../values/flagError.ts";

/** An origin as browsers send it, from `--allow-origin`; a slash at its end is forgiven. */
export function originOf(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isOrigin = url?.origin === value.replace(/\/$/u, "").toLowerCase();
  if (!url || !isOrigin || !/^https?:$/u.test(url.protocol)) {
    throw new FlagError(
      `--allow-origin needs an address without a path, as https://editor.example.com, not "${value}".`,
    );
  }
  return url.origin;
}
