import { type ReadonlySignal, signal } from "@preact/signals";

export const viewNames = [
  "overview",
  "tokens",
  "users",
  "profiles",
  "kinds",
  "sectors",
  "budgets",
  "models",
  "upstreams",
  "audit",
  "security",
  "usage",
  "runs",
  "settings",
] as const;

export type ViewName = (typeof viewNames)[number];

export interface Place {
  readonly view: ViewName | "unknown" | undefined;
  readonly search: URLSearchParams;
}

export class Router {
  readonly #base: string;
  readonly #place = signal<Place>({ view: undefined, search: new URLSearchParams() });
  readonly #blocked = signal<(() => void) | undefined>(undefined);
  #hasUnsaved: (() => boolean) | undefined;
  #current = "";

  constructor(base: string) {
    this.#base = base;
    this.#read();
    window.addEventListener("popstate", () => this.#onPop());
    window.addEventListener("beforeunload", (event) => {
      if (this.#hasUnsaved?.() === true) {
        event.preventDefault();
      }
    });
  }

  get place(): ReadonlySignal<Place> {
    return this.#place;
  }

  get blocked(): ReadonlySignal<(() => void) | undefined> {
    return this.#blocked;
  }

  get helpAddress(): string {
    return `${this.#base.slice(0, -"console".length)}docs`;
  }

  href(view: ViewName, search?: URLSearchParams): string {
    const text = search?.toString() ?? "";
    return `${this.#base}/${view}${text === "" ? "" : `?${text}`}`;
  }

  go(view: ViewName, search?: URLSearchParams): void {
    this.#guarded(() => {
      history.pushState(undefined, "", this.href(view, search));
      this.#read();
    });
  }

  /** Replaces the address, so that Back does not step through filters. */
  refine(search: URLSearchParams): void {
    const { view } = this.#place.value;
    if (view !== undefined && view !== "unknown") {
      history.replaceState(undefined, "", this.href(view, search));
      this.#read();
    }
  }

  /** Asks before each navigation. Returns a function that unregisters the check. */
  guard(hasUnsaved: () => boolean): () => void {
    this.#hasUnsaved = hasUnsaved;
    return () => {
      if (this.#hasUnsaved === hasUnsaved) {
        this.#hasUnsaved = undefined;
      }
    };
  }

  stay(): void {
    this.#blocked.value = undefined;
  }

  leave(): void {
    const proceed = this.#blocked.value;
    this.#blocked.value = undefined;
    this.#hasUnsaved = undefined;
    proceed?.();
  }

  #guarded(proceed: () => void): void {
    if (this.#hasUnsaved?.() === true) {
      this.#blocked.value = proceed;
    } else {
      proceed();
    }
  }

  #onPop(): void {
    const target = location.href;
    if (this.#hasUnsaved?.() === true) {
      history.pushState(undefined, "", this.#current);
    }
    this.#guarded(() => {
      if (location.href !== target) {
        history.pushState(undefined, "", target);
      }
      this.#read();
    });
  }

  #read(): void {
    this.#current = location.href;
    const name = location.pathname.slice(this.#base.length).replaceAll("/", "");
    const view = viewNames.find((each) => each === name);
    this.#place.value = {
      view: view ?? (name === "" ? undefined : "unknown"),
      search: new URLSearchParams(location.search),
    };
  }
}

/** Works behind a proxy that adds a prefix to the path. */
export function consoleBase(pathname: string): string {
  const end = pathname.indexOf("/hub/console");
  return `${end > 0 ? pathname.slice(0, end) : ""}/hub/console`;
}
