import { isRecord } from "../../shared/json.ts";

/** `Link: <…>; rel="next"`, `next`, `_links.next.href` or `links: [{rel: "next", href}]`. */
export function nextLinks(
  facts: ReadonlyMap<string, unknown>,
  body: unknown,
  headers: Pick<Headers, "get"> | undefined,
): readonly string[] {
  const list: readonly unknown[] =
    isRecord(body) && Array.isArray(body["links"]) ? body["links"].slice(0, 20) : [];
  const linked = list.find((link) => isRecord(link) && link["rel"] === "next");
  return [
    linkedNext((headers?.get("link") ?? "").slice(0, 8_000)),
    facts.get("next"),
    facts.get("nextpage"),
    facts.get("nexturl"),
    facts.get("nextpageurl"),
    facts.get("nextlink"),
    facts.get("odatanextlink"),
    facts.get("proxima"),
    facts.get("proximapagina"),
    facts.get("proximo"),
    // No address, but a sign that more follows.
    facts.get("nextcursor"),
    facts.get("nexttoken"),
    facts.get("nextpagetoken"),
    facts.get("continuationtoken"),
    facts.get("scrollid"),
    linked,
  ]
    .map((link): unknown => (isRecord(link) ? link["href"] : link))
    .filter((link) => typeof link === "string")
    .filter((link) => link !== "");
}

/** The address with the relation `next` in a `Link` header (RFC 8288); it may have others beside it. */
function linkedNext(header: string): string | undefined {
  const link =
    /<(?<url>[^<>]{1,2000})>(?<rest>(?:\s*;\s*[\w*-]{1,40}\s*(?:=\s*(?:"[^"]*"|[^",;\s]*))?)*)/gu;
  return [...header.matchAll(link)].find(({ groups }) =>
    /;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next[\s"]|next\b)/iu.test(groups?.["rest"] ?? ""),
  )?.groups?.["url"];
}
