import { isRecord } from "../../shared/base/json.ts";
import { cleanToken } from "./cleanToken.ts";

/** Settings may be synced, committed and read by others. */
export interface TokenInSettings {
  readonly name: string;
  readonly token: string;
}

/** Settings whose value counts as a token, whatever its shape. */
const tokenNames = /^(?:.*\.)?(?:hub)?(?:token|api_?key|key|secret|authorization)$/iu;
const hubToken = /sk_hub_[A-Za-z0-9_-]{8,}/u;
const maxDepth = 5;

export function tokensInSettings(section: unknown): readonly TokenInSettings[] {
  return [...find(section, "", 0)];
}

function* find(value: unknown, name: string, depth: number): Generator<TokenInSettings> {
  if (isRecord(value) && depth < maxDepth) {
    for (const [key, inner] of Object.entries(value).slice(0, 200)) {
      yield* find(inner, name === "" ? key : `${name}.${key}`, depth + 1);
    }
  } else if (typeof value === "string") {
    const token =
      hubToken.exec(value)?.[0] ?? (tokenNames.test(name) ? cleanToken(value).token : "");
    if (token !== "") {
      yield { name, token };
    }
  }
}

/** Undefined if no usable address is left. */
export function addressWithout(token: string, address: string): string | undefined {
  const url = URL.parse(address);
  if (!url) {
    return undefined;
  }
  const path = url.pathname.split("/").filter((part) => !part.includes(token));
  return url.origin === "null" ? undefined : url.origin + path.join("/").replace(/\/+$/u, "");
}
