import type { Clock } from "../../../shared/clock.ts";
import { Emitter } from "../../../shared/emitter.ts";
import { DisposableStore, type Disposable } from "../../../shared/lifecycle.ts";
import {
  type Channel,
  type Client,
  type Handlers,
  RpcClient,
  RpcServer,
} from "../../../shared/rpc.ts";
import { bulkListSchema } from "../../../shared/sellerPage/bulk.ts";
import {
  type Done,
  sellerHostContract,
  sellerViewContract,
} from "../../../shared/sellerPage/sellerProtocol.ts";
import type {
  EnvironmentView,
  FormId,
  SellerPlace,
  SellerState,
} from "../../../shared/sellerPage/sellerState.ts";
import { done, tell } from "../../view/pageCalls.ts";
import type { SellerProfile } from "../environments.ts";
import { ImportSession, type ImportSessionDeps } from "../import/importSession.ts";
import type { AccessState, SellerDesks } from "../sellerDesks.ts";
import type { SellerUi } from "../sellerUi.ts";
import type { SellerWords } from "../sellerWords.ts";
import { bulkFile } from "./bulkEdit.ts";
import { exchangeHandlers } from "./exchangeHandlers.ts";
import { journalHandlers } from "./journalHandlers.ts";
import { ListHandlers } from "./listHandlers.ts";
import { productHandlers } from "./productHandlers.ts";
import { WriteHandlers } from "./writeHandlers.ts";

export interface SellerBackDeps extends Omit<ImportSessionDeps, "desks" | "ui"> {
  readonly desks: SellerDesks;
  readonly ui: SellerUi;
}

/** The state that outlives a page: its place, the lists, the plans and the import. */
export class SellerBack implements Disposable {
  readonly desks: SellerDesks;
  readonly import: ImportSession;
  /** A page of a list was read. */
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
    const writes = new WriteHandlers({ ...deps, lists });
    this.#handlers = {
      ...lists.handlers,
      ...writes.handlers,
      ...productHandlers({ ...deps, lists }),
      ...journalHandlers({ ...deps, names: lists.names }),
      ...exchangeHandlers({
        ...deps,
        planOf: (id) => writes.planOf(id),
        importedFile: () => this.import.state.file?.name,
      }),
      ...importHandlers(deps, this.import),
      ...environmentHandlers(deps),
      bulkEdit: (edit) => this.#bulkEdit(lists, edit),
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

  /** A page is open: looks for a local hub and, from now on, checks access without being asked. */
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

  /** What an import wrote is read again: a change of many is reckoned from the values of the list. */
  #noteImport(lists: ListHandlers): void {
    const { stage, plan } = this.import.state;
    const isWriting = stage === "running" || stage === "paused";
    if (this.#isImporting && !isWriting && plan) {
      lists.forget(plan.call);
    }
    this.#isImporting = isWriting;
  }

  /** The import checks and compares the changed entries like those of any file. */
  async #bulkEdit(
    lists: ListHandlers,
    { query, rows, change }: Parameters<(typeof this.handlers)["bulkEdit"]>[0],
  ): Promise<Done> {
    const { words } = this.#deps;
    const list = bulkListSchema.safeParse(query.list).data;
    const records = lists.matching(query, rows);
    const name = words.bulkName(query.list);
    const decimal = words.language === "ptBr" ? "," : ".";
    const input = list && bulkFile({ list, records, change, name, decimal });
    if (!input) {
      return { ok: false, message: words.noBulk };
    }
    await this.import.choose(input);
    void this.import.check();
    this.goTo("import");
    return { ok: true };
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

const callTimeoutMs = 30_000;

/** One webview that shows the seller part. */
export class SellerPage implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #page: Client<typeof sellerViewContract>;
  #isAttached = false;

  /** `onAttached`: the page is ready to show something. */
  constructor(channel: Channel, back: SellerBack, clock: Clock, onAttached: () => void) {
    const timeout = { ms: callTimeoutMs, startTimer: clock.startTimer };
    this.#page = this.#disposables.add(new RpcClient(channel, sellerViewContract, timeout)).calls;
    const attach = (): Awaited<ReturnType<Handlers<typeof sellerHostContract>["attach"]>> => {
      this.#isAttached = true;
      void back.prepare().finally(onAttached);
      return { state: back.state, import: back.import.state };
    };
    this.#disposables.add(new RpcServer(channel, sellerHostContract, { ...back.handlers, attach }));
    const showState = (): void => this.#tell(() => this.#page.showState(back.state));
    this.#disposables.add(back.desks.onDidChange(showState));
    this.#disposables.add(back.onDidMove(showState));
    this.#disposables.add(
      back.onDidRead((reading) => this.#tell(() => this.#page.showReading(reading))),
    );
    this.#disposables.add(
      back.import.onDidChange(() => this.#tell(() => this.#page.showImport(back.import.state))),
    );
  }

  /** False if the page is not ready. */
  showForm(call: FormId): boolean {
    this.#tell(() => this.#page.showForm({ call }));
    return this.#isAttached;
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #tell(call: () => Promise<unknown>): void {
    if (this.#isAttached) {
      tell(call());
    }
  }
}

type Environments = Pick<
  Handlers<typeof sellerHostContract>,
  | "selectEnvironment"
  | "addEnvironment"
  | "setCredentials"
  | "openEnvironmentSettings"
  | "showForPrograms"
  | "checkAccess"
>;

function environmentHandlers({ desks, ui }: SellerBackDeps): Environments {
  return {
    selectEnvironment: ({ id }) => {
      desks.select(id);
      return {};
    },
    addEnvironment: () => done(ui.addEnvironment()),
    setCredentials: () => done(ui.setCredentials()),
    openEnvironmentSettings: () => done(ui.openSettings()),
    showForPrograms: () => done(ui.showForPrograms()),
    checkAccess: () => done(desks.checkAccess()),
  };
}

type Imports = Pick<
  Handlers<typeof sellerHostContract>,
  | "chooseImportFile"
  | "changeImport"
  | "useImportProfile"
  | "saveImportProfile"
  | "removeImportProfile"
  | "checkImport"
  | "importRows"
  | "chooseImportRows"
  | "startImport"
  | "skipRefused"
  | "pauseImport"
  | "cancelImport"
  | "showImportProblem"
  | "saveFailedRows"
>;

function importHandlers({ ui, words }: SellerBackDeps, session: ImportSession): Imports {
  return {
    chooseImportFile: async ({ from }) => {
      const input = await ui.pickCsv(from);
      if (input) {
        await session.choose(input);
      }
      return {};
    },
    changeImport: ({ plan }) => done(session.change(plan)),
    useImportProfile: ({ name }) => done(session.useProfile(name)),
    saveImportProfile: async ({ name }) =>
      (await session.saveProfile(name))
        ? { ok: true }
        : { ok: false, message: words.profileNotSaved },
    removeImportProfile: ({ name }) => done(session.removeProfile(name)),
    checkImport: () => done(session.check()),
    importRows: (query) => session.rows(query),
    chooseImportRows: ({ choice, isWritten }) => {
      session.chooseRows(choice, isWritten);
      return {};
    },
    startImport: ({ withUnchanged }) => {
      // A long file takes long; progress is sent on the way, and this promise never rejects.
      void session.start(withUnchanged);
      return {};
    },
    skipRefused: ({ which }) => {
      session.skip(which);
      return {};
    },
    pauseImport: () => {
      session.pause();
      return {};
    },
    cancelImport: () => {
      session.cancel();
      return {};
    },
    showImportProblem: async ({ line }) => {
      if (session.uri !== undefined) {
        await ui.showLine(session.uri, line);
      }
      return {};
    },
    saveFailedRows: async () => {
      const failed = session.failedRows;
      return failed && (await ui.save(failed.name, failed.content))
        ? { ok: true }
        : { ok: false, message: words.declined };
    },
  };
}

function environmentView(
  profile: SellerProfile,
  state: AccessState,
  words: SellerWords,
): EnvironmentView {
  const { id, name, kind, baseUrl, codigoSeller, isLocal } = profile;
  const { host } = new URL(baseUrl);
  return { id, name, kind, host, codigoSeller, isLocal, ...accessView(state, words) };
}

function accessView(
  state: AccessState,
  words: SellerWords,
): Pick<EnvironmentView, "access" | "note"> {
  switch (state.kind) {
    case "known": {
      const { mismatches, expiresAt } = state.access;
      if (mismatches.length > 0) {
        return { access: "mismatch", note: words.mismatch(mismatches) };
      }
      return expiresAt === undefined
        ? { access: "ready" }
        : { access: "ready", note: words.validUntil(expiresAt) };
    }
    case "failed": {
      const access = state.error.kind === "noCredentials" ? "noCredentials" : "failed";
      return { access, note: words.failure(state.error) };
    }
    default:
      return { access: state.kind };
  }
}
