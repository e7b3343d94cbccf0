import { matchesWildcard, readWildcard } from "../../../context/wildcard.ts";

const encoder = new TextEncoder();
const maxWork = 5_000_000;

/**
 * Whether a path matches a pattern such as `*.ts`, `src/**` or `**` + `/test/*.js`. A pattern without a slash matches
 * the name alone.
 */
export function globMatcher(pattern: string): (path: string) => boolean {
  const hasFolder = pattern.includes("/");
  const tokens = readWildcard(encoder.encode(pattern.replace(/^\.?\//u, "")));
  const budget = { left: maxWork };
  return (path) =>
    tokens !== undefined &&
    matchesWildcard(tokens, encoder.encode(hasFolder ? path : path.replace(/^.*\//u, "")), budget);
}
