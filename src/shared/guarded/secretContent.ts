import { baseName } from "../text/baseName.ts";

/** Only a file's start is checked, to bound the cost (UTF-16 units). */
export const secretHeadUnits = 64 * 1024;

/** Matches the mark with a line of base64, also as a JSON string; code that only names the mark does not match. */
const privateKey =
  /-----BEGIN (?:[A-Z]+ ){0,2}PRIVATE KEY(?: BLOCK)?-----(?:\\r|\\n|\s){1,4}(?:[A-Za-z-]{1,40}: [^\n\\]{1,200}(?:\\n|\s){1,4}){0,4}[A-Za-z0-9+/=]{40}/u;
const keyFile = /^PuTTY-User-Key-File-\d|^AGE-SECRET-KEY-1[0-9A-Z]{58}/mu;

/** Matches `scheme://user:password@host` of data stores and proxies. */
const credentialsUrl =
  /\b[a-z][a-z0-9+.-]{1,30}:\/\/([^\s:/@"'<>]{1,100}):([^\s/@"'<>]{3,200})@/giu;
/** Matches connection strings such as `Server=…;Password=…;`. */
const connectionPart =
  /[;"'](?:password|pwd|accountkey|sharedaccesskey)\s?=\s?([^;"'\s]{3,200})/giu;

/** Matches a line of settings: a name, `=` or `:`, and one word. */
const setting =
  /^[ \t]*(?:(?:export|ENV|ARG|set)[ \t]+|-[ \t]+)?["']?([\w.:-]{2,100})["']?[ \t]{0,40}[=:][ \t]{0,40}["']?([^\s"'#]{8,4096})["']?[ \t]*[,;]?[ \t]*\r?$/gmu;
/** The same as pairs in a line: JSON, attributes and elements of XML, a property list. */
const pairs = [
  /"([\w.:-]{2,100})"\s?:\s?"([^"\s]{8,4096})"/gu,
  /\bkey="([\w.:-]{2,100})"\s{1,40}value="([^"\s]{8,4096})"/gu,
  /<([\w.:-]{2,100})>([^<\s]{8,4096})<\//gu,
  /<key>([\w.:-]{2,100})<\/key>\s{0,40}<string>([^<\s]{8,4096})<\//gu,
];
const secretName = /(?:password|passwd|passphrase|secret|token|credentials?|key(?:data)?)$/u;
const openName = /public|publish|shared?ed?key(?:name|id)|keyid$|tokentype/u;
/** Matches a text that is no secret: a reference, a gap to fill, or a word for one. */
const placeholder =
  /^(?:\$|<|\{|%|\[|@|&|\*+$|x{4,}|\.{3})|\$\{|\{\{|<[\w -]+>|change.?me|example|placeholder|your|dummy|redacted|^(?:password|secret|postgres|localhost|root)/iu;

/** Matches names of settings files; in program code a name beside a text is rarely a secret. */
const settingsEnd =
  /^\.?[^.]+$|^\.?env\.[\w.-]+$|\.(?:json[c5]?|ya?ml|toml|ini|cfg|cnf|conf(?:ig)?|properties|env|plist|xml|txt|local|production|development|staging)$/u;
const codeEnv = /^env\.(?:d\.)?[cm]?[jt]sx?$|^env\.(?:py|rb|go|rs|php|sh)$/u;

/** Finds private keys, connection strings with a password and, in files of settings, keys and passwords. */
export function isSecretText(path: string, text: string): boolean {
  const head = text.slice(0, secretHeadUnits);
  if (privateKey.test(head) || keyFile.test(head)) {
    return true;
  }
  const name = baseName(path.replaceAll("\\", "/")).toLowerCase();
  if (!settingsEnd.test(name) || codeEnv.test(name)) {
    return false;
  }
  return (
    [...head.matchAll(credentialsUrl)].some(
      ([, user, word = ""]) => word !== user && isReal(word),
    ) ||
    [...head.matchAll(connectionPart)].some(([, word = ""]) => isReal(word)) ||
    [setting, ...pairs]
      .flatMap((form) => [...head.matchAll(form)])
      .some(([, key = "", value = ""]) => isSecretSetting(key, value))
  );
}

function isSecretSetting(key: string, value: string): boolean {
  const name = key.toLowerCase().replaceAll(/[^a-z0-9]/gu, "");
  if (!secretName.test(name) || openName.test(name) || !isReal(value)) {
    return false;
  }
  // A key may also be a name: only a random value is a secret.
  return name.endsWith("key") ? value.length >= 20 && isMixed(value, 3) : isMixed(value, 2);
}

function isReal(value: string): boolean {
  return !placeholder.test(value);
}

/** Kinds are small and capital letters, digits, signs. Paths and dotted names count as words. */
function isMixed(value: string, kinds: number): boolean {
  const found = [/[a-z]/u, /[A-Z]/u, /\d/u, /[^\w./:-]/u].filter((kind) => kind.test(value));
  return found.length >= kinds && !/^(?:https?:|\.{0,2}\/|[a-z]:\\)/iu.test(value);
}
