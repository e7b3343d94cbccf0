/** An error or a warning of the editor. */
export interface Problem {
  /** Absolute. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly severity: "error" | "warning" | "note";
  readonly message: string;
  /** The program that reported it, such as a compiler. */
  readonly source?: string;
}

export interface Problems {
  /** All problems, or those of one file by its absolute path. */
  list(path?: string): readonly Problem[];
  /** Resolves when the problems of one of these files changed, or after 1.5 s; at once if nothing checks them. */
  settled(paths: readonly string[], signal: AbortSignal): Promise<void>;
}

export interface SymbolPlace {
  /** Absolute. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly name?: string;
  /** In the editor's words: function, class, … */
  readonly kind?: string;
}

/** The editor's language support for names. */
export interface Symbols {
  workspace(query: string): Promise<readonly SymbolPlace[]>;
  /** The definitions or uses of the name on a line of a file. */
  related(
    kind: "definition" | "references",
    name: string,
    place: { readonly path: string; readonly line: number },
  ): Promise<readonly SymbolPlace[]>;
}
