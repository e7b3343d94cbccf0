import { readFile } from "node:fs/promises";
import { join } from "node:path";

import {
  healthSchema,
  localHubFileName,
  localHubFileSchema,
  localHubProof,
  newChallenge,
  type LocalHubFile,
} from "../../shared/localHub.ts";
import { boundedBody } from "./boundedBody.ts";

const healthTimeoutMs = 2_000;
const maxHealthBytes = 64 * 1024;

/**
 * The running local hub of this user, if there is one. The file alone proves nothing: the process
 * at its address must first prove that it knows the token, before the token is sent to it.
 */
export async function findLocalHub(
  folder: string,
  fetch: typeof globalThis.fetch,
): Promise<LocalHubFile | undefined> {
  try {
    const content: unknown = JSON.parse(await readFile(join(folder, localHubFileName), "utf8"));
    const file = localHubFileSchema.parse(content);
    const challenge = newChallenge();
    const response = await fetch(`${file.url}/healthz?challenge=${challenge}`, {
      redirect: "error",
      signal: AbortSignal.timeout(healthTimeoutMs),
    });
    // Before it proves who it is, the process may be anybody's: it must not fill our memory.
    const body = response.body && (await boundedBody(response.body, maxHealthBytes));
    const health = healthSchema.parse(JSON.parse(new TextDecoder().decode(body ?? undefined)));
    return health.proof === (await localHubProof(file.token, challenge)) ? file : undefined;
  } catch {
    // The file is missing or stale, or the process is not ours: there is no local hub to use.
    return undefined;
  }
}
