import type { LocalHubFetch } from "../../agentNode/localHubFetch.ts";
import { readLocalHubFile } from "../../agentNode/localHubFile.ts";
import type { LocalHubFile } from "../../shared/hubApi/localHub.ts";

const healthTimeoutMs = 2_000;

/**
 * The file alone proves nothing: `local` sends nothing to its address until the process there has proved that it knows
 * the token.
 */
export async function findLocalHub(
  folder: string,
  local: LocalHubFetch,
): Promise<LocalHubFile | undefined> {
  const file = readLocalHubFile(folder);
  if (!file) {
    return undefined;
  }
  local.know(file);
  try {
    const signal = AbortSignal.timeout(healthTimeoutMs);
    const { ok } = await local.fetch(`${file.url}/hub`, { method: "HEAD", signal });
    return ok ? file : undefined;
  } catch {
    return undefined;
  }
}
