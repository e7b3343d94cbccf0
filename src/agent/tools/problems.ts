/** An error or a warning of a file, as the editor knows it. */
export interface Problem {
  /** Absolute. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly severity: "error" | "warning" | "note";
  readonly message: string;
  /** The program that found it, such as a compiler. */
  readonly source?: string;
}

/** The problems that the editor shows. */
export interface Problems {
  /** All, or those of one file by its absolute path. */
  list(path?: string): readonly Problem[];
  /** Resolves when the problems of one of these files changed, or after 1.5 s; at once if nothing looks at them. */
  settled(paths: readonly string[], signal: AbortSignal): Promise<void>;
}

/** A place of a symbol. */
export interface SymbolPlace {
  /** Absolute. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly name?: string;
  /** As the editor calls it: function, class, … */
  readonly kind?: string;
}

/** What the editor's language support knows of names. */
export interface Symbols {
  workspace(query: string): Promise<readonly SymbolPlace[]>;
  /** Where the name on a line of a file is defined, or used. */
  related(
    kind: "definition" | "references",
    name: string,
    place: { readonly path: string; readonly line: number },
  ): Promise<readonly SymbolPlace[]>;
}
