import type { LocalHubFetch } from "../../agentNode/localHubFetch.ts";
import { readLocalHubFile } from "../../agentNode/localHubFile.ts";
import type { LocalHubFile } from "../../shared/hubApi/localHub.ts";

const healthTimeoutMs = 2_000;

/**
 * The running local hub of this user, if there is one. The file alone proves nothing: from here on `local` sends
 * nothing to its address before the process there has proved that it knows the token.
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
    // The file is stale, or the process is not ours: there is no local hub to use.
    return undefined;
  }
}
