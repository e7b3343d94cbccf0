import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";

import { root } from "../../scripts/paths.ts";
import { ProcessGroup } from "../../scripts/processGroup.ts";

interface LabLine {
  readonly url: string;
  readonly token: string;
  readonly adminToken: string;
  readonly people: readonly { readonly login: string; readonly password: string }[];
}

export interface LabHub extends LabLine {
  /** A request of the administrator; throws if it fails. */
  readonly admin: (method: string, path: string, body?: object) => Promise<unknown>;
  readonly end: () => Promise<void>;
}

/** `dist/hub.mjs` with its lab in `home`, in front of upstreams such as `openai=openai:<address>`. */
export async function startLabHub(home: string, upstreams: readonly string[]): Promise<LabHub> {
  const flags = ["--json", "--lab", "--port", "0", "--data", join(home, "hub")];
  const group = new ProcessGroup(
    process.execPath,
    [join(root, "dist/hub.mjs"), ...flags, ...upstreams.flatMap((each) => ["--upstream", each])],
    { env: { PATH: process.env["PATH"], AI_HUB_HOME: join(home, "user") }, stdio: "pipe" },
  );
  const { stdout, stderr } = group.child;
  if (!stdout || !stderr) {
    throw new Error("the hub has no output");
  }
  stderr.pipe(process.stderr);
  const ended = group.ended.then(() => Promise.reject(new Error("the hub ended")));
  const [line] = (await Promise.race([once(createInterface(stdout), "line"), ended])) as [string];
  // Sound: the hub's own line.
  const told = JSON.parse(line) as LabLine;
  return {
    ...told,
    end: () => group.end(),
    admin: async (method, path, body) => {
      const response = await fetch(`${told.url}/hub/admin/v1/${path}`, {
        method,
        headers: {
          authorization: `Bearer ${told.adminToken}`,
          "content-type": "application/json",
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!response.ok) {
        throw new Error(`${path}: ${response.status} ${await response.text()}`);
      }
      return (await response.json()) as unknown;
    },
  };
}
