import { UsageError } from "../../sharedNode/flags.ts";

export function originOf(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isOrigin = url?.origin === value.replace(/\/$/u, "").toLowerCase();
  if (!url || !isOrigin || !/^https?:$/u.test(url.protocol)) {
    throw new UsageError(
      `--allow-origin needs an address without a path, as https://editor.example.com, not "${value}".`,
    );
  }
  return url.origin;
}
