import type { ServerConfig } from "../agent/mcpClient/serverConfig.ts";
import { oauthKey } from "../agentNode/mcpClient/mcpOauth.ts";
import { visibleText } from "../shared/text/visibleText.ts";
import { dataFolder } from "../sharedNode/dataFolder.ts";
import { UsageError } from "../sharedNode/flags.ts";
import { clientsOf, serversOf } from "./run/mcpRun.ts";
import { ProgramError } from "./run/programError.ts";
import type { ProgramOptions } from "./run/programOptions.ts";
import { savedSecrets } from "./run/savedSecrets.ts";
import { print, printNotice } from "./run/terminal.ts";

type McpOptions = Pick<ProgramOptions, "task" | "mcpFile" | "isJson" | "folder">;

/** `mcp list`, `sign-in` and `sign-out`. Throws a `UsageError` or a `ProgramError`. */
export async function manageServers(options: McpOptions, signal: AbortSignal): Promise<void> {
  const { task, mcpFile } = options;
  const [action = "list", name, ...others] = task.split(/\s+/u).filter((word) => word !== "");
  if (mcpFile === undefined) {
    throw new UsageError("Name the file with the servers: --mcp <file>");
  }
  const servers = serversOf(mcpFile, printNotice);
  if (action === "list" && name === undefined) {
    await list(servers, options);
    return;
  }
  if ((action !== "sign-in" && action !== "sign-out") || name === undefined || others.length > 0) {
    throw new UsageError("mcp takes list, sign-in <server> or sign-out <server>.");
  }
  const address = addressOf(servers, name);
  if (action === "sign-out") {
    await savedSecrets(dataFolder()).delete(oauthKey(address));
    print(`Signed out of ${visibleText(name)}.`);
    return;
  }
  await signIn(name, { servers, address, options }, signal);
}

function addressOf(servers: readonly ServerConfig[], name: string): URL {
  const found = servers.find((server) => server.name === name);
  if (!found) {
    throw new ProgramError(`There is no server ${visibleText(name)} in the file.`);
  }
  if (found.kind !== "http") {
    throw new ProgramError(`The server ${visibleText(name)} is a program: it has no sign-in here.`);
  }
  return new URL(found.url);
}

/** Lists the servers; starts and calls no server. */
async function list(servers: readonly ServerConfig[], { isJson }: McpOptions): Promise<void> {
  const secrets = savedSecrets(dataFolder());
  for (const server of servers) {
    const { name, kind } = server;
    const isSignedIn =
      server.kind === "http" && (await secrets.get(oauthKey(new URL(server.url)))) !== undefined;
    const words = kind === "http" ? (isSignedIn ? "signed in" : "not signed in") : "program";
    print(
      isJson
        ? JSON.stringify({ name, kind, isSignedIn })
        : visibleText(`${name}  ${kind}  ${words}`),
    );
  }
}

interface SignInPlace {
  readonly servers: readonly ServerConfig[];
  readonly address: URL;
  readonly options: McpOptions;
}

const elicit = (): Promise<undefined> => Promise.resolve(undefined);
/** Approves the start of a server that the person has named. */
const approve = (): Promise<boolean> => Promise.resolve(true);

async function signIn(
  name: string,
  { servers, address, options }: SignInPlace,
  signal: AbortSignal,
): Promise<void> {
  const clients = clientsOf(() => servers, [options.folder], { book: "program", elicit });
  const show = (url: URL): Promise<void> => {
    print(`Open this page on this machine, to sign in at ${address.origin}:\n${url.href}`);
    return Promise.resolve();
  };
  try {
    await clients.refresh();
    // Its refusal names the place of the sign-in.
    await clients.start(name, approve, signal);
    await clients.signIn(name, approve, show, signal);
  } catch (error) {
    const reason = error instanceof Error ? ` ${visibleText(error.message.slice(0, 300))}` : "";
    throw new ProgramError(`The sign-in at ${visibleText(name)} did not work.${reason}`, {
      cause: error,
    });
  } finally {
    await clients.close();
  }
  print(`Signed in at ${visibleText(name)}.`);
}
