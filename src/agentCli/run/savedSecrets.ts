import { join } from "node:path";

import * as z from "zod/mini";

import { replaceSynced } from "../../agentNode/files/syncedFile.ts";
import type { Secrets } from "../../hub/tokens/tokenStore.ts";
import { parseJson } from "../../shared/base/json.ts";
import { toDisposable } from "../../shared/base/lifecycle.ts";
import { alone } from "../../sharedNode/alone.ts";
import { regularText } from "../../sharedNode/regularFile.ts";

const maxBytes = 1_048_576;

const savedSchema = z.record(z.string(), z.string());

/** A terminal has no secret store: a file in the person's data folder that only they can read. */
export function savedSecrets(folder: string): Secrets {
  const path = join(folder, "sign-ins.json");
  const change = (edit: (saved: Map<string, string>) => void): Promise<void> =>
    alone(join(folder, "locks", "sign-ins"), async () => {
      const saved = read(path);
      edit(saved);
      await replaceSynced(path, JSON.stringify(Object.fromEntries(saved)), 0o600);
    });
  return {
    get: (key) => Promise.resolve(read(path).get(key)),
    store: (key, value) => change((saved) => saved.set(key, value)),
    delete: (key) => change((saved) => saved.delete(key)),
    onDidChange: () => toDisposable(() => undefined),
  };
}

function read(path: string): Map<string, string> {
  try {
    const { data = {} } = savedSchema.safeParse(parseJson(regularText(path, maxBytes, true) ?? ""));
    return new Map(Object.entries(data));
  } catch {
    // Nobody has signed in yet.
    return new Map();
  }
}
