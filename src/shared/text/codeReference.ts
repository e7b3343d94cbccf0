export interface FileReference {
  /** Uses `/`, without `.` and `..`; relative, or from a root or drive. */
  readonly path: string;
  readonly line?: number;
  readonly column?: number;
}

/** A file, a name such as `Retry.start`, or both. */
export interface CodeReference {
  readonly file?: FileReference;
  readonly name?: string;
}

export const maxReference = 300;

const place = /(?::(\d{1,7})(?::(\d{1,5})|-\d{1,7})?|#L(\d{1,7})(?:-L?\d{1,7})?)$/;
// oxlint-disable-next-line no-control-regex -- control characters are in no path
const noPath = /[\u0000-\u001F\u007F<>"|?*:#]|[\p{Cf}\p{Zl}\p{Zp}]/u;
const extension = /\.[A-Za-z]\w{0,9}$/;
const symbol = /^[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#)[\p{L}_$][\p{L}\p{N}_$]*){0,4}(?:\(\))?$/u;

const minSymbol = 3;
const maxSymbol = 80;

/**
 * Reads `src/retry.ts`, `src/retry.ts:12`, `…:12:3`, `…#L12` and names such as `Retry.start()`. The text is hostile:
 * `..`, a web address or a control character is no reference.
 */
export function readReference(text: string): CodeReference | undefined {
  const written = text.trim();
  if (written === "" || written.length > maxReference) {
    return undefined;
  }
  const file = fileOf(written);
  const name = file?.line === undefined ? nameOf(written) : undefined;
  return file || name !== undefined
    ? { ...(file && { file }), ...(name !== undefined && { name }) }
    : undefined;
}

/** Reads a file in prose, where only a name with an ending is a file: `retry.ts`. */
export function readFileReference(text: string): FileReference | undefined {
  const found = text.length > maxReference ? undefined : fileOf(text);
  return found && extension.test(found.path) ? found : undefined;
}

function fileOf(written: string): FileReference | undefined {
  const match = place.exec(written);
  const raw = match ? written.slice(0, match.index) : written;
  const path = pathOf(raw, match !== null);
  const line = Number(match?.[1] ?? match?.[3] ?? 0);
  const column = Number(match?.[2] ?? 0);
  return path === undefined
    ? undefined
    : { path, ...(line > 0 && { line }), ...(column > 0 && { column }) };
}

/** Undefined if the path is invalid or misleading. */
function pathOf(raw: string, hasLine: boolean): string | undefined {
  const drive = /^[A-Za-z]:[\\/]/.exec(raw)?.[0] ?? "";
  const rest = raw.slice(drive.length).replaceAll("\\", "/");
  const segments = rest.split("/").filter((segment) => segment !== ".");
  const names = segments.filter((segment) => segment !== "");
  const isPath = hasLine || rest.includes("/") || extension.test(rest);
  if (!isPath || names.length === 0 || isAstray(rest, segments)) {
    return undefined;
  }
  const start = drive === "" && rest.startsWith("/") ? "/" : drive.replace("\\", "/");
  return start + names.join("/");
}

function isAstray(path: string, segments: readonly string[]): boolean {
  return noPath.test(path) || segments.includes("..") || /\/\/|\/$/.test(path);
}

function nameOf(written: string): string | undefined {
  const name = written.replace(/\(\)$/, "");
  const isName = symbol.test(written) && name.length >= minSymbol && name.length <= maxSymbol;
  return isName ? name : undefined;
}
