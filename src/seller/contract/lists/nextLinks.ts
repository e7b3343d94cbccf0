import { isRecord } from "../../../shared/base/json.ts";

/** Reads `Link: <…>; rel="next"`, `next`, `_links.next.href` and `links: [{rel: "next", href}]`. */
export function nextLinks(
  facts: ReadonlyMap<string, unknown>,
  body: unknown,
  headers: Pick<Headers, "get"> | undefined,
): readonly string[] {
  const list: readonly unknown[] =
    isRecord(body) && Array.isArray(body["links"]) ? body["links"].slice(0, 20) : [];
  const listed = list.find((link) => isRecord(link) && link["rel"] === "next");
  return [
    linked(headers, "next"),
    facts.get("next"),
    facts.get("nextpage"),
    facts.get("nexturl"),
    facts.get("nextpageurl"),
    facts.get("nextlink"),
    facts.get("odatanextlink"),
    facts.get("proxima"),
    facts.get("proximapagina"),
    facts.get("proximo"),
    // A cursor is not an address, but a sign of a further page.
    facts.get("nextcursor"),
    facts.get("nexttoken"),
    facts.get("nextpagetoken"),
    facts.get("continuationtoken"),
    facts.get("scrollid"),
    listed,
  ]
    .map((link): unknown => (isRecord(link) ? link["href"] : link))
    .filter((link) => typeof link === "string")
    .filter((link) => link !== "");
}

/** True for a `Link` header that only leads back, as on the last page of WordPress or GitHub. */
export function leadsBack(headers: Pick<Headers, "get"> | undefined): boolean {
  const hasNext = linked(headers, "next") !== undefined;
  return !hasNext && linked(headers, "prev(?:ious)?|first") !== undefined;
}

function linked(headers: Pick<Headers, "get"> | undefined, relation: string): string | undefined {
  const header = (headers?.get("link") ?? "").slice(0, 8_000);
  const link =
    /<(?<url>[^<>]{1,2000})>(?<rest>(?:\s*;\s*[\w*-]{1,40}\s*(?:=\s*(?:"[^"]*"|[^",;\s]*))?)*)/gu;
  const isRelated = new RegExp(
    String.raw`;\s*rel\s*=\s*(?:"(?:[^"]*\s)?(?:${relation})[\s"]|(?:${relation})\b)`,
    "iu",
  );
  return [...header.matchAll(link)].find(({ groups }) => isRelated.test(groups?.["rest"] ?? ""))
    ?.groups?.["url"];
}
