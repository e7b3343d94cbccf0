import { repositoryFolders } from "../../shared/guarded/guardedFileNames.ts";
import { partRunOnCommand, runsByName } from "../../shared/guarded/guardedFiles.ts";
import { foldedSegments } from "../../shared/guarded/guardedMatch.ts";
import { isSecretFile } from "../../shared/guarded/secretFiles.ts";
import { hasHiddenName } from "../../shared/text/hiddenName.ts";
import type { Act } from "./levels.ts";

/** A path as it was named and as it is after all links are followed, absolute and with `/` or `\`. */
export interface ResolvedPath {
  readonly named: string;
  readonly real: string;
  /** Whether `real` lies in a folder of the workspace. */
  readonly isInside: boolean;
  /** Whether `real` lies in our storage or in the editor's own folder. */
  readonly isOurs: boolean;
}

/** The short names of folders of version control on Windows. */
const shortRepository = /^(?:git|hg|svn|jj)~\d+$/u;

/** What reading a path is. */
export function readAct(path: ResolvedPath): Act {
  return needsLook(path) || path.isOurs ? "outside" : "read";
}

/** Whether a file like this usually holds secrets; a link counts as its target, and as itself. */
export function isSecretPath({ named, real }: Pick<ResolvedPath, "named" | "real">): boolean {
  return isSecretFile(named) || isSecretFile(real);
}

/** What writing to a path is; a link counts as its target, and as itself. */
export function writeAct(path: ResolvedPath): Act {
  const both = [path.named, path.real];
  if (path.isOurs || both.some((one) => foldedSegments(one).some(isRepository))) {
    return "forbidden";
  }
  if (needsLook(path)) {
    return "outside";
  }
  return both.some(runs) ? "runnable" : "edit";
}

/** A name with a line break or a bidirectional mark reads as another file's. */
function needsLook(path: ResolvedPath): boolean {
  const isHidden = hasHiddenName(path.named) || hasHiddenName(path.real);
  return isHidden || !path.isInside || isSecretPath(path);
}

function isRepository(segment: string): boolean {
  return repositoryFolders.includes(segment) || shortRepository.test(segment);
}

/** What runs only by its content, `runsByContent` says. */
function runs(path: string): boolean {
  return runsByName(path) && partRunOnCommand(path) !== "scripts";
}
