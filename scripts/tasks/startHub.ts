import { createServer } from "node:net";
import { join } from "node:path";

import { createLocalHubFetch } from "../../src/agentNode/provenFetch.ts";
import { findLocalHub } from "../../src/extension/connection/localHubFile.ts";
import { defaultPaths } from "../../src/hubServer/config/paths.ts";
import { labPeoplePath } from "../../src/hubServer/labPeople.ts";
import { dataFolder } from "../../src/sharedNode/dataFolder.ts";
import { startLabHub } from "../labHub.ts";

/** The hub that the editor will find. */
export interface UsedHub {
  readonly url: string;
  readonly console?: string;
  /** Only at the first start of a data folder. */
  readonly adminToken?: string;
  /** The private file with the passwords of the demonstration's people. */
  readonly peopleFile: string;
  /** Whether we started it and must stop it. */
  readonly isOurs: boolean;
  readonly ended: Promise<void>;
  end(): Promise<void>;
}

const usualPort = 8787;

/** The user's local hub if one is running, else a new hub with the demonstration data. */
export async function useHub(home: string, port: number | undefined): Promise<UsedHub> {
  const folder = dataFolder();
  const peopleFile = labPeoplePath(defaultPaths(process.env).lab);
  const running = await findLocalHub(folder, createLocalHubFetch());
  if (running) {
    if (port !== undefined && port !== Number(new URL(running.url).port)) {
      throw new Error(`A local hub is running at ${running.url}; end it to have one at ${port}.`);
    }
    return {
      url: running.url,
      peopleFile,
      isOurs: false,
      ended: new Promise(() => {}),
      end: async () => {},
    };
  }
  const { process: group, ...announcement } = await startLabHub({
    port: port ?? ((await isFree(usualPort)) ? usualPort : 0),
    log: join(home, "hub.log"),
  });
  return {
    url: announcement.url,
    console: announcement.console,
    peopleFile,
    ...(announcement.adminToken !== undefined && { adminToken: announcement.adminToken }),
    isOurs: true,
    ended: group.ended,
    end: () => group.end(),
  };
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.on("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
