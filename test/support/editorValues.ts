import { posix } from "node:path";

export interface Place {
  readonly line: number;
  readonly character: number;
}

export class Position implements Place {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

export class Range {
  readonly start: Place;
  readonly end: Place;
  constructor(...at: [Place, Place] | [number, number, number, number]) {
    const [first, second] = at;
    if (typeof first === "number" || typeof second === "number") {
      const [line, character, endLine, endCharacter] = at.map(Number);
      this.start = new Position(line ?? 0, character ?? 0);
      this.end = new Position(endLine ?? 0, endCharacter ?? 0);
    } else {
      this.start = first;
      this.end = second;
    }
  }
}

export interface TextEdit {
  readonly range: Range;
  readonly newText: string;
}

export class WorkspaceEdit {
  readonly changes: (readonly [Uri, readonly TextEdit[]])[] = [];
  set(uri: Uri, edits: readonly TextEdit[]): void {
    this.changes.push([uri, edits]);
  }
}

export class Uri {
  readonly scheme: string;
  readonly path: string;
  constructor(path: string, scheme = "file") {
    this.path = path;
    this.scheme = scheme;
  }
  static from({ path, scheme }: { readonly path: string; readonly scheme: string }): Uri {
    return new Uri(path, scheme);
  }
  get fsPath(): string {
    return this.path;
  }
  toString(): string {
    return `${this.scheme}://${this.path}`;
  }
  with({ path = this.path, scheme = this.scheme }: Partial<Pick<Uri, "path" | "scheme">>): Uri {
    return new Uri(path, scheme);
  }
  static joinPath({ path, scheme }: Uri, ...names: readonly string[]): Uri {
    return new Uri(posix.join(path, ...names), scheme);
  }
  static file(path: string): Uri {
    return new Uri(path);
  }
  static parse(address: string): Uri {
    return new Uri(address.slice("file://".length));
  }
}

/** One event of the editor. */
export class FakeEvent<T> {
  readonly #listeners = new Set<(value: T) => unknown>();
  readonly event = (listener: (value: T) => unknown): { dispose(): void } => {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  };
  fire(value: T): void {
    for (const listener of this.#listeners) {
      listener(value);
    }
  }
  dispose(): void {
    this.#listeners.clear();
  }
}
