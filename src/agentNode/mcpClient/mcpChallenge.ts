import { extractWWWAuthenticateParams } from "@modelcontextprotocol/sdk/client/auth.js";

import { isProtected } from "../../agent/mcpClient/serverConfig.ts";

export interface McpChallenge {
  /** RFC 9728 §5.1. */
  readonly resourceMetadataUrl?: URL;
  /** RFC 6750 §3. */
  readonly scope?: string;
}

const maxAddress = 2_000;
const scopePattern = /^[\u{21}\u{23}-\u{5b}\u{5d}-\u{7e} ]{1,1000}$/u;

/** Reads `WWW-Authenticate`; drops unusable parts. */
export function challengeOf(response: Response): McpChallenge {
  const { resourceMetadataUrl: url, scope } = extractWWWAuthenticateParams(response);
  return {
    ...(url && url.href.length <= maxAddress && isProtected(url.href)
      ? { resourceMetadataUrl: url }
      : {}),
    ...(scope !== undefined && scopePattern.test(scope) ? { scope } : {}),
  };
}
