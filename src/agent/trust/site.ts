import type { ApprovalRule } from "./approvalRules.ts";

const maxAddress = 2_000;

/** An address of a web page; undefined for other schemes, credentials and texts that are no address. */
export function pageAddress(text: string): URL | undefined {
  const url = text.length <= maxAddress ? URL.parse(text) : null;
  const isPage =
    url !== null && /^https?:$/u.test(url.protocol) && url.username === "" && url.password === "";
  return isPage ? url : undefined;
}

/** The rule that allows all pages of a site, as `https://example.com`. */
export function siteRule(site: string): ApprovalRule {
  return { kind: "site", words: [site], extent: "exact", effect: "allow" };
}
