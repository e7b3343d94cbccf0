import { isExcluded } from "../../shared/guarded/excludedPaths.ts";
import { repositoryFolders } from "../../shared/guarded/guardedFileNames.ts";
import { partRunOnCommand, runsByName } from "../../shared/guarded/guardedFiles.ts";
import { foldedSegments } from "../../shared/guarded/guardedMatch.ts";
import { isSecretFile } from "../../shared/guarded/secretFiles.ts";
import { hasHiddenName } from "../../shared/text/hiddenName.ts";
import type { Act } from "./levels.ts";

/** The named path, and the path after all links. */
export interface ResolvedPath {
  readonly named: string;
  readonly real: string;
  readonly isInside: boolean;
  /** True for a path in our storage or the editor's own folder. */
  readonly isOurs: boolean;
  /** A file with hard links: a change reaches its other names, which may run by themselves. */
  readonly hasOtherNames?: true;
}

const shortRepository = /^(?:git|hg|svn|jj)~\d+$/u;

export function readAct(path: ResolvedPath): Act {
  if (isExcludedPath(path)) {
    return "forbidden";
  }
  return needsLook(path) || path.isOurs ? "outside" : "read";
}

/** A link counts as its target, and as itself. */
export function isSecretPath({ named, real }: Pick<ResolvedPath, "named" | "real">): boolean {
  return isSecretFile(named) || isSecretFile(real);
}

/** True if the organisation excludes the path or its target. */
export function isExcludedPath({ named, real }: Pick<ResolvedPath, "named" | "real">): boolean {
  return isExcluded(named) || isExcluded(real);
}

/** A link counts as its target, and as itself. */
export function writeAct(path: ResolvedPath): Act {
  const both = [path.named, path.real];
  if (
    path.isOurs ||
    isExcludedPath(path) ||
    both.some((one) => foldedSegments(one).some(isRepository))
  ) {
    return "forbidden";
  }
  if (needsLook(path)) {
    return "outside";
  }
  return path.hasOtherNames === true || both.some(runs) ? "runnable" : "edit";
}

/** A line break or bidirectional mark makes the name look like another file's. */
function needsLook(path: ResolvedPath): boolean {
  const isHidden = hasHiddenName(path.named) || hasHiddenName(path.real);
  return isHidden || !path.isInside || isSecretPath(path);
}

function isRepository(segment: string): boolean {
  return repositoryFolders.includes(segment) || shortRepository.test(segment);
}

/** `runsByContent` decides about files that run only by their content. */
function runs(path: string): boolean {
  return runsByName(path) && partRunOnCommand(path) !== "scripts";
}
