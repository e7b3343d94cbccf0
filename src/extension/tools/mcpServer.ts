import * as vscode from "vscode";

import type { WriteLimits } from "../../seller/chatTools/writeGate.ts";
import type { SellerDesk } from "../../seller/sellerAccess.ts";

export interface SellerServerOptions {
  /** Path of `dist/mcp.mjs`. */
  readonly program: string;
  readonly version: string;
  readonly desk: SellerDesk;
  readonly limits: WriteLimits;
}

/** The MCP server of one environment as the editor starts it; its secrets come when it is started. */
export function sellerServer({
  program,
  version,
  desk: { environment },
  limits,
}: SellerServerOptions): vscode.McpStdioServerDefinition {
  const { name, kind, baseUrl, codigoSeller, codigoUsuario, ambiente } = environment;
  return new vscode.McpStdioServerDefinition(
    `AI Hub: ${name}`,
    process.execPath,
    [program, ...flagsOf(limits)],
    {
      // The editor's own program is a Node only if it is told to be one.
      ELECTRON_RUN_AS_NODE: "1",
      AI_HUB_SELLER_URL: baseUrl,
      AI_HUB_SELLER_CODE: String(codigoSeller),
      AI_HUB_SELLER_KIND: kind,
      AI_HUB_SELLER_NAME: name,
      AI_HUB_SELLER_USER: codigoUsuario === undefined ? null : String(codigoUsuario),
      AI_HUB_SELLER_AMBIENTE: ambiente ?? null,
    },
    version,
  );
}

export function withCredentials(
  server: vscode.McpStdioServerDefinition,
  { clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string },
): vscode.McpStdioServerDefinition {
  const { label, command, args, env, version } = server;
  const secrets = {
    AI_HUB_SELLER_CLIENT_ID: clientId,
    AI_HUB_SELLER_CLIENT_SECRET: clientSecret,
  };
  return new vscode.McpStdioServerDefinition(label, command, args, { ...env, ...secrets }, version);
}

function flagsOf({ access, maxWrites, maxPriceChange, zeroStock }: WriteLimits): string[] {
  return access === "write"
    ? [
        "--allow-writes",
        "--max-writes",
        String(maxWrites),
        "--max-price-change",
        String(Math.floor(maxPriceChange)),
        ...(zeroStock === "ask" ? ["--zero-stock"] : []),
      ]
    : [];
}
