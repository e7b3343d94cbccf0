import { Emitter } from "../../../shared/base/emitter.ts";
import { DisposableStore, type Disposable } from "../../../shared/base/lifecycle.ts";
import type { Handlers } from "../../../shared/base/rpc.ts";
import type { sellerHostContract } from "../../../shared/sellerPage/sellerProtocol.ts";
import type { SellerPlace, SellerState } from "../../../shared/sellerPage/sellerState.ts";
import type { SellerDesks } from "../environments/sellerDesks.ts";
import { ImportSession, type ImportSessionDeps } from "../import/importSession.ts";
import type { SellerUi } from "../sellerUi.ts";
import { bulkHandlers } from "./bulkHandlers.ts";
import { environmentHandlers, environmentView } from "./environmentHandlers.ts";
import { exchangeHandlers } from "./exchangeHandlers.ts";
import { importHandlers } from "./importHandlers.ts";
import { journalHandlers } from "./journalHandlers.ts";
import { ListHandlers } from "./listHandlers.ts";
import { orderHandlers } from "./orderHandlers.ts";
import { productHandlers } from "./productHandlers.ts";
import { StatusNames } from "./statusNames.ts";
import { undoImportHandlers } from "./undoImport.ts";
import { WriteHandlers } from "./writeHandlers.ts";

export interface SellerBackDeps extends Omit<ImportSessionDeps, "desks" | "ui"> {
  readonly desks: SellerDesks;
  readonly ui: SellerUi;
}

export class SellerBack implements Disposable {
  readonly desks: SellerDesks;
  readonly import: ImportSession;
  readonly onDidRead: ListHandlers["onDidRead"];
  readonly #deps: SellerBackDeps;
  readonly #disposables = new DisposableStore();
  readonly #didMove = this.#disposables.add(new Emitter<SellerPlace>());
  readonly #handlers: Omit<Handlers<typeof sellerHostContract>, "attach">;
  #place: SellerPlace = "listProducts";
  #isSeen = false;
  #isImporting = false;

  constructor(deps: SellerBackDeps) {
    this.#deps = deps;
    this.desks = deps.desks;
    this.import = this.#disposables.add(new ImportSession(deps));
    const lists = new ListHandlers(deps);
    this.onDidRead = lists.onDidRead;
    this.#disposables.add(this.import.onDidChange(() => this.#noteImport(lists)));
    const statuses = new StatusNames(deps.mappings);
    const writes = new WriteHandlers({ ...deps, lists, statuses });
    const showImport = (): void => this.goTo("import");
    const made = { ...deps, lists, session: this.import, showImport };
    this.#handlers = {
      ...lists.handlers,
      ...writes.handlers,
      ...orderHandlers({ ...made, statuses }),
      ...productHandlers({ ...deps, lists }),
      ...journalHandlers({ ...deps, names: lists.names }),
      ...exchangeHandlers({
        ...deps,
        planOf: (id) => writes.planOf(id),
        rowWrite: (line) => this.import.written?.writeOf(line),
      }),
      ...importHandlers(deps, this.import),
      ...environmentHandlers(deps),
      ...undoImportHandlers({ ...made, names: lists.names }),
      ...bulkHandlers(made),
      goTo: ({ place }) => {
        this.goTo(place);
        return {};
      },
    };
  }

  get handlers(): Omit<Handlers<typeof sellerHostContract>, "attach"> {
    return this.#handlers;
  }

  get onDidMove(): Emitter<SellerPlace>["event"] {
    return this.#didMove.event;
  }

  get state(): SellerState {
    const { desks, words } = this.#deps;
    const { selected } = desks;
    return {
      environments: desks.profiles.map((profile) =>
        environmentView(profile, desks.accessOf(profile.id), words),
      ),
      ...(selected && { selectedId: selected.id }),
      problems: desks.problems.slice(0, 100).map((problem) => words.profileProblem(problem)),
      place: this.#place,
    };
  }

  /** Call when a page opens: looks for a local hub and starts automatic access checks. */
  async prepare(): Promise<void> {
    if (!this.#isSeen) {
      this.#isSeen = true;
      this.#disposables.add(this.desks.onDidChangeDesk(() => void this.desks.checkAccess()));
      await this.desks.findLocal();
    }
    const { selected } = this.desks;
    if (selected && this.desks.accessOf(selected.id).kind === "unchecked") {
      void this.desks.checkAccess();
    }
  }

  goTo(place: SellerPlace): void {
    if (this.#place !== place) {
      this.#place = place;
      this.#didMove.fire(place);
    }
  }

  /** Call after an import: lists are stale, and a bulk change counts from their values. */
  #noteImport(lists: ListHandlers): void {
    const { stage, plan } = this.import.state;
    const isWriting = stage === "running" || stage === "paused";
    if (this.#isImporting && !isWriting && plan) {
      lists.forget(plan.call);
    }
    this.#isImporting = isWriting;
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
