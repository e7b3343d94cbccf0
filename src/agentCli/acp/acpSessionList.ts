import { isAbsolute } from "node:path";

import {
  type ListSessionsRequest,
  type ListSessionsResponse,
  RequestError,
} from "@agentclientprotocol/sdk";

import { realPathOf } from "../../agentNode/files/realPaths.ts";
import type { SavedHead, SavedRuns } from "../run/savedRuns.ts";

const pageSize = 50;
const cursorPattern = /^(?<at>\d{1,16}(?:\.\d{1,6})?)_(?<id>[\da-f-]{36})$/u;

/** The latest first. Throws a `RequestError` for invalid parameters. */
export async function listSessions(
  saved: SavedRuns,
  { cwd, cursor }: ListSessionsRequest,
): Promise<ListSessionsResponse> {
  if (typeof cwd === "string" && !isAbsolute(cwd)) {
    throw RequestError.invalidParams(undefined, "The folder is needed by its absolute path.");
  }
  const isLater = laterThan(cursor ?? undefined);
  const folder = typeof cwd === "string" ? await realPathOf(cwd).catch(() => cwd) : undefined;
  const heads = (await saved.heads()).filter(
    (head) => (folder === undefined || head.folder === folder) && isLater(head),
  );
  const page = heads.slice(0, pageSize);
  const last = heads.length > pageSize ? page.at(-1) : undefined;
  return {
    sessions: page.map(({ id, folder: real, title, at }) => ({
      sessionId: id,
      // In the editor's spelling, which the editor compares.
      cwd: cwd ?? real,
      updatedAt: new Date(at).toISOString(),
      ...(title !== undefined && { title }),
    })),
    ...(last && { nextCursor: `${last.at}_${last.id}` }),
  };
}

/** Whether a session comes after the session at the cursor. */
function laterThan(cursor: string | undefined): (head: SavedHead) => boolean {
  if (cursor === undefined) {
    return () => true;
  }
  const { at, id = "" } = cursorPattern.exec(cursor)?.groups ?? {};
  if (at === undefined) {
    throw RequestError.invalidParams(undefined, "There is no such cursor.");
  }
  return (head) => head.at < Number(at) || (head.at === Number(at) && head.id > id);
}
