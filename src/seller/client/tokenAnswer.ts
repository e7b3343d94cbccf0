import { type Fields, isRecord } from "../../shared/base/json.ts";
import { foldedName } from "../contract/lists/portalWords.ts";
import { parsedAnswer, readTokenFacts } from "../contract/responses.ts";
import type { HttpAnswer } from "./exchange.ts";

/** The specification's names, by how other services may spell them. Earlier lines count more. */
const spellings = [
  ["accesstoken", "access_token"],
  ["token", "access_token"],
  ["tokentype", "token_type"],
  ["expiresin", "expires_in"],
  ["scope", "scope"],
  ["codigoseller", "codigoSeller"],
  ["ambiente", "ambiente"],
] as const;
const maxDepth = 3;

/**
 * The token's answer as the specification shows it, from any usual shape: other spellings, wrapped (`{"data": {…}}`), in a list
 * of one, JSON in a text, another success than 200, without its type or with a lifetime that is none. Every other answer is
 * passed on as it came. Hostile text: the token itself is checked by the caller.
 */
export function tokenResponse({ status, headers, text }: HttpAnswer): Response {
  const found = status < 300 ? fieldsIn(parsedAnswer(text), maxDepth) : undefined;
  if (!found) {
    const init = { status, headers: { "content-type": headers.get("content-type") ?? "" } };
    return new Response(status === 204 || status === 205 ? null : text, init);
  }
  const { expiresInS = 0, ...facts } = readTokenFacts(found);
  return Response.json({
    ...facts,
    access_token: found["access_token"],
    token_type: found["token_type"] ?? "bearer",
    // A token without a lifetime is used until it is refused.
    ...(expiresInS > 0 && { expires_in: expiresInS }),
  });
}

/** The fields of the record with the token, and those of what is around it. */
function fieldsIn(value: unknown, depth: number): Fields | undefined {
  const record: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (!isRecord(record)) {
    return undefined;
  }
  const own = spelled(record);
  if (typeof own["access_token"] === "string") {
    return own;
  }
  if (depth === 0) {
    return undefined;
  }
  for (const inner of Object.values(record).slice(0, 50)) {
    const found = fieldsIn(inner, depth - 1);
    if (found) {
      return { ...own, ...found };
    }
  }
  return undefined;
}

function spelled(record: Fields): Fields {
  const entries = Object.entries(record).slice(0, 200);
  const folded = new Map(entries.map(([name, value]) => [foldedName(name), value]));
  const known = spellings.toReversed().flatMap(([from, name]) => {
    const value = Object.hasOwn(record, name) ? record[name] : folded.get(from);
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(known);
}
