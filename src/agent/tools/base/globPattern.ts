import { matchesWildcard, readWildcard } from "../../../context/wildcard.ts";

const encoder = new TextEncoder();
const firstWork = 5_000_000;
/** Steps for each path; only a hostile pattern needs more. */
const workPerPath = 2_000;

/**
 * Whether a path matches a pattern such as `*.ts`, `src/**` or `**` + `/test/*.js`. A pattern without a slash matches
 * the name alone.
 */
export function globMatcher(pattern: string): (path: string) => boolean {
  const hasFolder = pattern.includes("/");
  const tokens = readWildcard(encoder.encode(pattern.replace(/^\.?\//u, "")));
  const budget = { left: firstWork };
  return (path) => {
    budget.left += workPerPath;
    const text = encoder.encode(hasFolder ? path : path.replace(/^.*\//u, ""));
    return tokens !== undefined && matchesWildcard(tokens, text, budget);
  };
}
