import type { WriteLimits } from "../../seller/chatTools/writeGate.ts";
import type { SellerEnvironment } from "../../seller/client/environment.ts";

export interface McpSettings {
  readonly label: string;
  readonly flags: readonly string[];
  /** Null removes a variable of the editor's process. */
  readonly env: Readonly<Record<string, string | null>>;
}

export function mcpSettings(environment: SellerEnvironment, limits: WriteLimits): McpSettings {
  const { name, kind, baseUrl, codigoSeller, codigoUsuario, ambiente, lists, timeZone } =
    environment;
  return {
    label: `AI Hub: ${name}`,
    flags: flagsOf(limits),
    env: {
      // The editor's program runs as Node only with this variable.
      ELECTRON_RUN_AS_NODE: "1",
      AI_HUB_SELLER_URL: baseUrl,
      AI_HUB_SELLER_CODE: String(codigoSeller),
      AI_HUB_SELLER_KIND: kind,
      AI_HUB_SELLER_NAME: name,
      AI_HUB_SELLER_USER: codigoUsuario === undefined ? null : String(codigoUsuario),
      AI_HUB_SELLER_AMBIENTE: ambiente ?? null,
      AI_HUB_SELLER_LISTS: lists === undefined ? null : JSON.stringify(lists),
      AI_HUB_SELLER_TIME_ZONE: timeZone ?? null,
      AI_HUB_SELLER_JOURNAL: null,
    },
  };
}

export function secretEnv({
  clientId,
  clientSecret,
}: {
  readonly clientId: string;
  readonly clientSecret: string;
}): Readonly<Record<string, string>> {
  return {
    AI_HUB_SELLER_CLIENT_ID: clientId,
    AI_HUB_SELLER_CLIENT_SECRET: clientSecret,
  };
}

function flagsOf({
  access,
  maxWrites,
  maxPriceChange,
  maxStockChange,
  zeroStock,
}: WriteLimits): readonly string[] {
  return access === "write"
    ? [
        "--allow-writes",
        "--max-writes",
        String(maxWrites),
        "--max-price-change",
        String(Math.floor(maxPriceChange)),
        ...(maxStockChange === undefined
          ? []
          : ["--max-stock-change", String(Math.floor(maxStockChange))]),
        ...(zeroStock === "ask" ? ["--zero-stock"] : []),
      ]
    : [];
}
