import type { StateChange } from "../../agent/checkpoints/checkpointJournal.ts";
import type { ContentStore } from "../files/contentStore.ts";
import { OwnStats } from "../files/pathStats.ts";
import { type CommandManifest, hasMark, isListed } from "./commandManifest.ts";
import type { Scan } from "./folderScan.ts";
import { NewFolders } from "./newFolders.ts";
import { changesOf } from "./statesBefore.ts";
import { ignoredGone, type Unlisted, unlistedChanges } from "./unlisted.ts";

export interface TakenManifest extends CommandManifest {
  /** Undefined if there was no time to list them, and after a crash. */
  readonly unlisted?: Unlisted | undefined;
}

interface SinceDeps {
  /** Undefined if the folders could not be scanned: then only the manifest's files are compared. */
  readonly scan: Scan | undefined;
  readonly contents: ContentStore;
  readonly packFile: string;
  readonly manifestFile: string;
  readonly path: string;
  readonly roots: readonly string[];
  readonly deadline: number;
}

export interface ChangesSince {
  readonly changes: readonly StateChange[];
  /** False if there was no time to compare the unlisted files. */
  readonly isWhole: boolean;
}

/** Files that differ from the manifest, which was taken before a command. */
export async function changesSince(
  manifest: TakenManifest,
  deps: SinceDeps,
): Promise<ChangesSince> {
  const { scan, contents, packFile, path, roots, deadline } = deps;
  const stats = new OwnStats();
  const suspects = [...manifest.files.values()].filter((file) => {
    const found = scan?.files.get(file.path) ?? stats.of(file.path);
    return found === undefined || !hasMark(file, found);
  });
  const changed = await changesOf(suspects, { contents, packFile, path });
  const unlisted = await unlistedChanges(manifest, scan, { roots, deadline });
  return {
    changes: [
      ...changed,
      ...(await newFiles(manifest, deps)),
      ...(unlisted ?? ignoredGone(manifest.ignored)),
    ],
    isWhole: unlisted !== undefined,
  };
}

async function newFiles(
  manifest: TakenManifest,
  { scan, contents, manifestFile }: SinceDeps,
): Promise<readonly StateChange[]> {
  const ignored = new Set(manifest.ignored);
  const made = [...(scan?.files.keys() ?? [])].filter((path) => !manifest.files.has(path));
  const folders = new NewFolders({ files: manifest.files.keys(), manifestFile });
  return await Promise.all(
    made.map(async (path): Promise<StateChange> => {
      const after = await contents.look(path);
      // A path that was ignored before may have had a content that was not stored.
      return isListed(ignored, path)
        ? { path, before: { kind: "notKept", why: "ignored" }, after }
        : { path, before: { kind: "missing" }, after, newFolder: folders.above(path) };
    }),
  );
}
