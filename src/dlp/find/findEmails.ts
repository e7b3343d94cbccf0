import { isEscapedBreak } from "../fold/digitGroups.ts";
import type { Finding } from "./finding.ts";

const maxLocal = 64;
const maxDomain = 253;

export function findEmails(text: string): readonly Finding[] {
  const findings: Finding[] = [];
  let previousEnd = 0;
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    const start = localStart(text, at, previousEnd);
    const end = domainEnd(text, at + 1);
    const judgement = judge(text, { start, at, end });
    if (judgement) {
      findings.push({ kind: "email", start, end, ...judgement });
      previousEnd = end;
    }
  }
  return findings;
}

interface Place {
  readonly start: number;
  readonly at: number;
  readonly end: number;
}

function localStart(text: string, at: number, previousEnd: number): number {
  const limit = Math.max(previousEnd, at - maxLocal - 1);
  let start = at;
  while (start > limit && isLocal(text.charCodeAt(start - 1))) {
    start -= 1;
  }
  while (start < at && ".-'+".includes(text.charAt(start)) && text.charAt(start) !== "+") {
    start += 1;
  }
  return isEscapedBreak(text, start + 1) && start < at ? start + 1 : start;
}

function domainEnd(text: string, from: number): number {
  const limit = Math.min(text.length, from + maxDomain + 1);
  let end = from;
  while (end < limit && isDomain(text.charCodeAt(end))) {
    end += 1;
  }
  while (end > from && ".-".includes(text.charAt(end - 1))) {
    end -= 1;
  }
  return end;
}

function judge(text: string, place: Place): Pick<Finding, "certainty" | "doubt"> | undefined {
  const local = text.slice(place.start, place.at);
  const domain = text.slice(place.at + 1, place.end).toLowerCase();
  if (!isPlausible(local, domain) || isSyntax(text, place) || isReserved(domain)) {
    return undefined;
  }
  const top = domain.slice(domain.lastIndexOf(".") + 1);
  if (isNobody(local.toLowerCase(), domain)) {
    return { certainty: "possible", doubt: "trial" };
  }
  return isTopLevel(top) ? { certainty: "certain" } : { certainty: "possible", doubt: "ending" };
}

function isPlausible(local: string, domain: string): boolean {
  return (
    local.length > 0 &&
    local.length <= maxLocal &&
    !local.endsWith(".") &&
    !local.includes("..") &&
    domain.length <= maxDomain &&
    domain
      .split(".")
      .every((label) => label.length > 0 && label.length <= 63 && !/^-|-$/u.test(label)) &&
    /\.(?:[\p{L}]{2,24}|xn--[a-z0-9-]{2,59})$/u.test(domain)
  );
}

function isSyntax(text: string, { start, at, end }: Place): boolean {
  const before = text.charAt(start - 1);
  const after = text.charAt(end);
  const local = text.slice(start, at);
  const domain = text.slice(at + 1, end);
  return (
    /^(?:git|hg|svn|this|super|return|break|continue|self)$/iu.test(local) ||
    "@$%}".includes(before === "" ? " " : before) ||
    "({[@".includes(after === "" ? " " : after) ||
    /^v?\d+(?:\.\d+)+/u.test(domain) ||
    /\.(?:png|jpe?g|gif|svg|webp|avif|ico|css|scss|less|m?js|cjs|m?ts|tsx|jsx|json|map|html?|xml|ya?ml|lock|toml|txt|log|vue|wasm|zip|tgz|gz)$/iu.test(
      domain,
    ) ||
    isUserInfo(text, start) ||
    isRemotePath(text, end)
  );
}

/** `scheme://user@host`, `scheme://user:password@host` */
function isUserInfo(text: string, start: number): boolean {
  return /:\/\/[^\s/@]{0,64}$/u.test(text.slice(Math.max(0, start - 72), start));
}

/** `user@host:path/to`, as in scp and git. */
function isRemotePath(text: string, end: number): boolean {
  return text.charAt(end) === ":" && /^:[\w.~-]{0,64}\/[\w.~-]/u.test(text.slice(end, end + 80));
}

/** Reserved domains (RFC 2606, RFC 6761, RFC 6762). */
function isReserved(domain: string): boolean {
  return /(?:^|\.)(?:example\.(?:com|org|net|edu)|test|invalid|example|localhost|local)$/u.test(
    domain,
  );
}

/** Addresses without a reader (no-reply), and Portuguese examples. */
function isNobody(local: string, domain: string): boolean {
  return (
    /(?:^|\.)(?:exemplo\.com(?:\.br)?|example\.com\.br|users\.noreply\.github\.com|contoso\.com|fabrikam\.com)$/u.test(
      domain,
    ) || /^(?:no-?reply|do-?not-?reply|nao-?responda)$/u.test(local)
  );
}

const commonTopLevels: ReadonlySet<string> = new Set(
  (
    "com net org edu gov mil int info biz name pro aero coop museum mobi jobs travel app dev page blog cloud " +
    "online site store shop tech xyz club live news agency digital email group media network solutions " +
    "systems services world space website work works team studio design company academy center education " +
    "finance health legal global bank insurance law social software support tools zone wiki art bar beer " +
    "cafe care chat city codes community computer consulting direct directory energy engineering events " +
    "expert express farm fit fun fund fyi games gallery host house industries institute international land " +
    "life link ltd market marketing money one partners photos plus press productions properties rest rocks " +
    "run sale school science security top tours town trade training university vip vision google rio ninja eco"
  ).split(" "),
);

/** Two letters are a country. An uncommon longer ending may be a property in code. */
function isTopLevel(top: string): boolean {
  return top.length === 2 || top.startsWith("xn--") || commonTopLevels.has(top) || !isAscii(top);
}

function isAscii(text: string): boolean {
  return !/[^\u0020-\u007E]/u.test(text);
}

function isLocal(code: number): boolean {
  return isDomain(code) || code === 0x5f || code === 0x2b || code === 0x27;
}

function isDomain(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 0x2d ||
    code === 0x2e ||
    isLetterBeyondAscii(code)
  );
}

/** Letters, but no punctuation, symbols (U+2000–U+2BFF) or full-width signs. */
function isLetterBeyondAscii(code: number): boolean {
  return (
    (code >= 0xc0 && code < 0x2000 && code !== 0xd7 && code !== 0xf7) ||
    (code >= 0x3041 && code < 0xd800)
  );
}
