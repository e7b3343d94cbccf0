export interface Problem {
  readonly path: string;
  readonly line: number;
  readonly severity: "error" | "warning" | "note";
  readonly message: string;
  readonly source?: string;
}

export interface Problems {
  list(path?: string): readonly Problem[];
  settled(paths: readonly string[], signal: AbortSignal): Promise<void>;
}

export interface SymbolPlace {
  readonly path: string;
  readonly line: number;
  readonly name?: string;
  readonly kind?: string;
}

export interface Symbols {
  workspace(query: string): Promise<readonly SymbolPlace[]>;
  related(
    kind: "definition" | "references",
    name: string,
    place: { readonly path: string; readonly line: number },
  ): Promise<readonly SymbolPlace[]>;
}
