import type { ImportRun } from "../../../seller/csv/run/importRunner.ts";
import type { Disposable } from "../../../shared/base/lifecycle.ts";
import type {
  ImportChoice,
  ImportRowsQuery,
  ImportRowsView,
} from "../../../shared/sellerPage/importRows.ts";
import type { ImportPlanView, ImportState } from "../../../shared/sellerPage/sellerImport.ts";
import type { CsvInput } from "./csvInput.ts";
import { ImportChanges } from "./importChanges.ts";
import {
  type CheckedFile,
  checkedOrWhyNot,
  type CheckingDeps,
  type ShownProblem,
} from "./importChecking.ts";
import { type ConsentDeps, rowsToWrite, whyNotWritten } from "./importConsent.ts";
import {
  type ChosenFile,
  chosenFile,
  type MappingMemory,
  profiled,
  replanned,
  whyUnreadable,
  withCodes,
} from "./importPlan.ts";
import { ImportProfiles, type ProfileStore } from "./importProfiles.ts";
import { importView, whyNotRead } from "./importView.ts";
import { ImportWriting, type ImportWritingDeps } from "./importWriting.ts";

export interface ImportSessionDeps extends CheckingDeps, ImportWritingDeps, ConsentDeps {
  readonly mappings: MappingMemory;
  readonly profiles: ProfileStore;
  readonly showProblems: (uri: string, problems: readonly ShownProblem[]) => void;
}

/** Only one import at a time: choose a file, check all of it, then write it row by row. */
export class ImportSession implements Disposable {
  readonly #deps: ImportSessionDeps;
  readonly #profiles: ImportProfiles;
  readonly #changes: ImportChanges;
  #stage: ImportState["stage"] = "none";
  #file: ChosenFile | undefined;
  #checked: CheckedFile | undefined;
  #writing: ImportWriting | undefined;
  #message: string | undefined;
  /** Incremented when the results of earlier work become invalid. */
  #round = 0;
  /** True during the checks before writing, which may ask the person. */
  #isStarting = false;
  readonly #disposed = new AbortController();
  #checking: AbortController | undefined;

  constructor(deps: ImportSessionDeps) {
    this.#deps = deps;
    this.#profiles = new ImportProfiles(deps.profiles);
    this.#changes = new ImportChanges(deps.clock);
  }

  get onDidChange(): ImportChanges["onDidChange"] {
    return this.#changes.onDidChange;
  }

  get state(): ImportState {
    return importView(
      {
        stage: this.#stage,
        file: this.#file,
        checked: this.#checked,
        writing: this.#writing,
        message: this.#message,
        profiles: this.#profiles.view,
      },
      this.#deps.words,
    );
  }

  get uri(): string | undefined {
    return this.#file?.input.uri;
  }

  /** The writing of this import, also while it runs. */
  get written(): Pick<ImportWriting, "batch" | "failedRows" | "writeOf"> | undefined {
    return this.#writing;
  }

  /** Replaces the previous file, but not while an import is writing. */
  async choose(input: CsvInput): Promise<void> {
    if (this.isUnderWay) {
      return;
    }
    const read = await chosenFile(input, this.#deps.mappings).catch(() => undefined);
    const file = read && (await this.#withCodes(read));
    const unreadable = file ? undefined : await whyUnreadable(input, this.#deps.words);
    await this.#profiles.offerFor(file?.header ?? []);
    if (this.isUnderWay) {
      return;
    }
    this.#reset(file ? "chosen" : "none");
    this.#file = file;
    this.#message = file === undefined ? unreadable : whyNotRead(file, this.#deps.words);
    this.#changed();
  }

  get isUnderWay(): boolean {
    return this.#stage === "running" || this.#stage === "looking";
  }

  async take(input: CsvInput): Promise<boolean> {
    await this.choose(input);
    const isTaken = this.#file?.input === input;
    if (isTaken) {
      void this.check();
    }
    return isTaken;
  }

  async change(plan: ImportPlanView): Promise<void> {
    this.#profiles.forget();
    await this.#replan((file) => replanned(file, plan, this.#deps.mappings));
  }

  async useProfile(name: string): Promise<void> {
    const profile = this.isUnderWay ? undefined : this.#profiles.use(name);
    if (profile) {
      await this.#replan((file) => profiled(file, profile));
    }
  }

  async saveProfile(name: string): Promise<boolean> {
    const isSaved = await this.#profiles.save(name, this.#file);
    this.#changed();
    return isSaved;
  }

  async removeProfile(name: string): Promise<void> {
    await this.#profiles.remove(name, this.#file?.header ?? []);
    this.#changed();
  }

  /** No row is written before the check is complete. */
  async check(): Promise<void> {
    const file = this.#file;
    if (!file || this.isUnderWay) {
      return;
    }
    const message = whyNotRead(file, this.#deps.words);
    this.#reset(message === undefined ? "checking" : "chosen");
    this.#message = message;
    this.#changed();
    if (message !== undefined) {
      this.#deps.showProblems(file.input.uri, []);
      return;
    }
    const round = this.#round;
    this.#checking = new AbortController();
    const end = await checkedOrWhyNot(this.#deps, file, this.#checking.signal);
    if (this.#round === round) {
      this.#stage = end.checked ? "checked" : "chosen";
      this.#checked = end.checked;
      this.#message = end.message;
      this.#deps.showProblems(file.input.uri, end.checked?.problems ?? []);
      this.#changed();
    }
  }

  /** Writes the changed rows, or all valid rows; resumes a paused run. */
  async start(withUnchanged = false): Promise<void> {
    if (this.#run?.isPaused === true) {
      this.#run.resume();
      this.#changed();
      return;
    }
    const file = this.#file;
    const checked = this.#checked;
    if (file && checked && this.#stage === "checked" && !this.#isStarting) {
      await this.#begin(file, checked, withUnchanged);
    }
  }

  /** Counts the refused row, or all rows with this refusal, as failed, and resumes. */
  skip(which: "row" | "alike"): void {
    this.#run?.skip(which);
    this.#changed();
  }

  rows(query: ImportRowsQuery): ImportRowsView {
    return this.#checked?.preview.rows(query) ?? { matching: 0, rows: [] };
  }

  chooseRows(choice: ImportChoice, isWritten: boolean): void {
    if (this.#stage === "checked" && !this.#isStarting) {
      this.#checked?.preview.choose(choice, isWritten);
      this.#changed();
    }
  }

  /** Reads again whether the portal has the accepted rows; `cancel` ends the reading. */
  async lookAgain(): Promise<void> {
    if (this.#stage === "finished" && this.#writing) {
      this.#stage = "looking";
      this.#changed();
      this.#message = await this.#writing.lookAgain();
      this.#stage = "finished";
      this.#changed();
    }
  }

  pause(): void {
    this.#run?.pause();
    this.#changed();
  }

  /** Rows in progress finish; importing the same file again continues with the rest. */
  cancel(): void {
    if (this.isUnderWay) {
      this.#writing?.stop();
    } else if (this.#stage === "checking") {
      this.#reset("chosen");
      this.#changed();
    }
  }

  dispose(): void {
    // A confirmation that is answered later must start nothing.
    this.#round += 1;
    this.#disposed.abort();
    this.#writing?.stop();
    this.#checking?.abort();
    this.#changes.dispose();
  }

  async #replan(planned: (file: ChosenFile) => Promise<ChosenFile>): Promise<void> {
    const file = this.#file;
    if (!file || this.isUnderWay) {
      return;
    }
    const changed = await this.#withCodes(await planned(file));
    if (this.isUnderWay) {
      return;
    }
    this.#file = changed;
    this.#reset("chosen");
    this.#message = whyNotRead(changed, this.#deps.words);
    this.#changed();
  }

  async #withCodes(file: ChosenFile): Promise<ChosenFile> {
    return await withCodes(file, this.#deps.desks.desk()?.client, this.#disposed.signal);
  }

  get #run(): ImportRun | undefined {
    return this.#writing?.current;
  }

  #reset(stage: ImportState["stage"]): void {
    this.#round += 1;
    this.#checking?.abort();
    this.#stage = stage;
    this.#checked = undefined;
    this.#writing = undefined;
    this.#message = undefined;
  }

  async #begin(file: ChosenFile, checked: CheckedFile, withUnchanged: boolean): Promise<void> {
    const rows = rowsToWrite(checked, withUnchanged);
    if (rows === 0) {
      return;
    }
    const round = this.#round;
    this.#isStarting = true;
    const message = await whyNotWritten(this.#deps, file, { checked, rows }).finally(() => {
      this.#isStarting = false;
    });
    // The person confirmed another file or plan than the present one.
    if (round !== this.#round) {
      return;
    }
    this.#message = message;
    if (message === undefined) {
      await this.#write(file, checked, withUnchanged);
    }
    this.#changed();
  }

  async #write(file: ChosenFile, checked: CheckedFile, withUnchanged: boolean): Promise<void> {
    const writing = new ImportWriting(this.#deps, { file, checked, withUnchanged });
    this.#writing = writing;
    this.#stage = "running";
    this.#changed();
    const { stage, message } = await writing.run(() => this.#changes.progressed());
    this.#stage = stage;
    this.#message = message;
  }

  #changed(): void {
    this.#changes.changed();
  }
}
