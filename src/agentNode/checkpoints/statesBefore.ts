import type { StateChange } from "../../agent/checkpoints/checkpointJournal.ts";
import { type FileState, isSameState } from "../../agent/checkpoints/checkpointLog.ts";
import { type ContentStore, hashOf } from "../files/contentStore.ts";
import { GitReader } from "../processes/gitReader.ts";
import type { ManifestFile } from "./commandManifest.ts";
import { contentOfPack } from "./contentPack.ts";

const maxAtOnce = 33_554_432;
const maxObject = 52_428_800;

export interface StatesBeforeDeps {
  readonly contents: ContentStore;
  readonly packFile: string;
  /** A `PATH` that contains no folder of the workspace. */
  readonly path: string;
}

/** The earlier contents are stored when this resolves. Omits paths if only their times changed. */
export async function changesOf(
  files: readonly ManifestFile[],
  deps: StatesBeforeDeps,
): Promise<readonly StateChange[]> {
  const changes: StateChange[] = [];
  for (const group of groupsOf(files)) {
    const contents = await contentsOf(group, deps);
    const found = await Promise.all(
      group.map((file, index) => changeOf(file, contents[index], deps.contents)),
    );
    changes.push(...found.filter((change) => change !== undefined));
  }
  return changes;
}

async function changeOf(
  file: ManifestFile,
  content: Buffer | undefined,
  contents: ContentStore,
): Promise<StateChange | undefined> {
  const { path } = file;
  const after = await contents.look(path);
  const before = stateOf(file, content);
  if (isSameState(before, after)) {
    return undefined;
  }
  if (content) {
    await contents.add(content);
  }
  return { path, before, after };
}

function stateOf({ mode, size, source }: ManifestFile, content: Buffer | undefined): FileState {
  if (source.kind === "link" || source.kind === "notKept") {
    return source;
  }
  return content
    ? { kind: "file", hash: hashOf(content), size, mode }
    : { kind: "notKept", why: "unreadable" };
}

function groupsOf(files: readonly ManifestFile[]): readonly (readonly ManifestFile[])[] {
  const groups: ManifestFile[][] = [];
  const open = new Map<string, { group: ManifestFile[]; bytes: number }>();
  for (const file of files) {
    const key = file.source.kind === "git" ? file.source.folder : "";
    let last = open.get(key);
    if (!last || last.bytes + file.size > maxAtOnce) {
      last = { group: [], bytes: 0 };
      open.set(key, last);
      groups.push(last.group);
    }
    last.group.push(file);
    last.bytes += file.size;
  }
  return groups;
}

async function contentsOf(
  group: readonly ManifestFile[],
  { packFile, path }: StatesBeforeDeps,
): Promise<readonly (Buffer | undefined)[]> {
  const [first] = group;
  if (first?.source.kind !== "git") {
    return await Promise.all(
      group.map(async ({ source, size }) =>
        source.kind === "pack" ? await contentOfPack(packFile, { ...source, size }) : undefined,
      ),
    );
  }
  const git = await GitReader.open(first.source.folder, path);
  const oids = group.map(({ source, size }) =>
    source.kind === "git" && size <= maxObject ? source.oid : noObject,
  );
  const objects = (await git?.contents(oids)) ?? [];
  // Git may store other bytes than the file had, for example other line ends; then the content is lost.
  return group.map(({ size }, index) =>
    objects[index]?.length === size ? objects[index] : undefined,
  );
}

const noObject = "0".repeat(40);
