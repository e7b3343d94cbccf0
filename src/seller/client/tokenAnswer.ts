import { type Fields, isRecord } from "../../shared/base/json.ts";
import { foldedName } from "../contract/lists/portalWords.ts";
import { parsedAnswer, readTokenFacts } from "../contract/responses.ts";
import type { HttpAnswer } from "./exchange.ts";

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
 * Accepts other spellings, wrappers (`{"data": {…}}`), a list with one entry, JSON in a text, other success statuses, a
 * missing type or invalid lifetime. Other answers pass unchanged. The token is hostile text; the caller checks it.
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
    // A token without a lifetime is valid until refused.
    ...(expiresInS > 0 && { expires_in: expiresInS }),
  });
}

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
