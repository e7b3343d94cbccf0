import type { Commit } from "./segments/history.ts";
import type { FileAccess } from "./syncFiles.ts";

export interface FolderFiles {
  readonly files: readonly string[];
  readonly secrets: number;
  readonly isCut: boolean;
  readonly isIgnored: (path: string) => boolean;
  /** Unusable ignore files; everything below their folders is left out. */
  readonly refused?: readonly { readonly path: string }[];
}

export interface KeptBytes {
  read(name: string): Promise<Uint8Array | undefined>;
  write(name: string, bytes: Uint8Array): Promise<boolean>;
  size(): Promise<number>;
  delete(): Promise<void>;
  deleteOne(name: string): Promise<void>;
  close(): Promise<void>;
}

export interface FolderPlace {
  list(signal: AbortSignal): Promise<FolderFiles>;
  isRuleFile(path: string): boolean;
  readonly access: FileAccess;
  readonly history?: (
    known: string,
    signal: AbortSignal,
  ) => Promise<{ readonly commits: readonly Commit[]; readonly head: string } | undefined>;
  readonly kept?: KeptBytes;
  readonly pause: () => Promise<void>;
  readonly sliceMs: number;
  readonly now: () => number;
}
