import { batch, computed, signal } from "@preact/signals";

import type { StartTimer } from "../../shared/base/clock.ts";
import type { Client } from "../../shared/base/rpc.ts";
import type { ProductEntry } from "../../shared/sellerPage/product.ts";
import type { sellerHostContract } from "../../shared/sellerPage/sellerProtocol.ts";
import type {
  FormCheck,
  FormId,
  FormProblem,
  FormValues,
  FormView,
  ListQuery,
  PlanView,
  RecheckResult,
  SellerPlace,
  WriteResult,
} from "../../shared/sellerPage/sellerState.ts";
import { FormReading } from "./formReading.ts";
import type { SellerWordTable } from "./words.ts";

export interface FormStart {
  readonly call: FormId;
  readonly row?: { readonly query: ListQuery; readonly index: number };
  readonly numeroPedido?: number;
  readonly product?: ProductEntry;
}

export interface FormStoreDeps {
  readonly host: Client<typeof sellerHostContract>;
  readonly words: Pick<SellerWordTable, "sendLost" | "seenAfter">;
  readonly startTimer: StartTimer;
  readonly place: () => SellerPlace | undefined;
  readonly onDone: () => void;
}

const checkDelayMs = 120;

/** A form is filled in, reviewed beside the portal's record, and sent once. */
export class FormStore {
  readonly form = signal<FormView | undefined>(undefined);
  readonly values = signal<FormValues>({});
  readonly check = signal<FormCheck>({ problems: [], canSend: false });
  /**
   * Fields that show errors, because they were changed or left. The empty name is the whole form, from its first
   * review on.
   */
  readonly touched = signal<ReadonlySet<string>>(new Set());
  readonly plan = signal<PlanView | undefined>(undefined);
  readonly result = signal<WriteResult | undefined>(undefined);
  readonly recheck = signal<RecheckResult | undefined>(undefined);
  readonly message = signal<string | undefined>(undefined);
  readonly isBusy = signal(false);
  readonly #reading = new FormReading(this.isBusy);
  readonly isReading = this.#reading.isReading;
  /** The portal's complaints about fields, until they are changed. */
  readonly refused = signal<readonly FormProblem[]>([]);
  readonly problems = computed(() => {
    const touched = this.touched.value;
    const own = this.check.value.problems.filter(
      ({ field, level }) => level === "warning" || touched.has(field),
    );
    return [...this.refused.value, ...own];
  });
  readonly place = signal<SellerPlace | undefined>(undefined);
  readonly isDirty = computed(() => {
    const form = this.form.value;
    const values = this.values.value;
    return (
      form !== undefined &&
      this.result.value?.outcome !== "done" &&
      this.result.value?.outcome !== "accepted" &&
      form.fields.some(({ name }) => (values[name] ?? "") !== (form.values[name] ?? ""))
    );
  });
  /** Set while the person is asked whether to discard the form; it runs after consent. */
  readonly leaving = signal<(() => void) | undefined>(undefined);
  readonly #deps: FormStoreDeps;
  #round = 0;
  /** Incremented when a form is requested or closed, so that forms for older requests are dropped. */
  #opening = 0;
  #stopTimer: (() => void) | undefined;

  constructor(deps: FormStoreDeps) {
    this.#deps = deps;
  }

  /** Asks before it discards a filled-in form. */
  async open(start: FormStart): Promise<void> {
    if (this.isDirty.value) {
      this.leaving.value = () => void this.#open(start);
      return;
    }
    await this.#open(start);
  }

  async edit(start: FormStart, name: string, value: string): Promise<void> {
    await this.open(start);
    if (this.form.value && !this.leaving.value) {
      this.set(name, value);
      await this.review();
    }
  }

  /** Opens the review of an earlier write's former values. Returns why it cannot be undone. */
  async undo(id: string): Promise<string | undefined> {
    const answer = await this.#deps.host.openUndo({ id });
    if (!answer.ok) {
      return answer.message;
    }
    const show = async (): Promise<void> => {
      this.#opening += 1;
      await this.#show(answer.form);
      await this.review();
    };
    if (this.isDirty.value) {
      this.leaving.value = () => void show();
    } else {
      await show();
    }
    return undefined;
  }

  /** Asks before it discards a filled-in form. */
  leave(): void {
    if (this.isDirty.value) {
      this.leaving.value = () => this.close();
    } else {
      this.close();
    }
  }

  stay(): void {
    this.leaving.value = undefined;
  }

  close(): void {
    this.#opening += 1;
    this.#round += 1;
    this.stopReading();
    batch(() => {
      this.form.value = undefined;
      this.leaving.value = undefined;
      this.refused.value = [];
      this.check.value = { problems: [], canSend: false };
      this.#forgetPlan();
    });
  }

  set(name: string, value: string): void {
    this.values.value = { ...this.values.value, [name]: value };
    this.refused.value = this.refused.value.filter(({ field }) => field !== name);
    this.touch(name);
    this.#stopTimer?.();
    this.#stopTimer = this.#deps.startTimer(() => void this.#check(), checkDelayMs);
  }

  touch(name: string): void {
    this.touched.value = new Set([...this.touched.value, name]);
  }

  /** Plans the write without sending it. */
  async review(): Promise<void> {
    const form = this.form.value;
    if (!form || this.isBusy.value) {
      return;
    }
    this.touched.value = new Set(["", ...form.fields.map(({ name }) => name)]);
    await this.#check();
    if (!this.check.value.canSend) {
      return;
    }
    const { host } = this.#deps;
    const answer = await this.#reading.run(() =>
      host.planWrite({ call: form.call, values: this.values.value }),
    );
    if (answer) {
      batch(() => {
        this.#forgetPlan();
        if (answer.ok) {
          this.plan.value = answer.plan;
        } else {
          this.message.value = answer.message;
        }
      });
    }
  }

  stopReading(): void {
    if (this.#reading.stop()) {
      void this.#deps.host.cancelReview({});
    }
  }

  revise(): void {
    this.#forgetPlan();
  }

  async send(): Promise<void> {
    const plan = this.plan.value;
    if (!plan || this.result.value || this.isBusy.value) {
      return;
    }
    this.isBusy.value = true;
    // Without an answer the portal may have done the write.
    const result = await this.#deps.host
      .sendWrite({ planId: plan.id })
      .catch((): WriteResult => ({ outcome: "unknown", message: this.#deps.words.sendLost }));
    this.isBusy.value = false;
    const isShown = this.plan.value === plan;
    if (isShown) {
      this.result.value = result;
      this.refused.value = result.fields ?? [];
    }
    this.#deps.onDone();
    if (isShown && (result.outcome === "complaint" || result.outcome === "accepted")) {
      // Only a reading shows whether the portal took the write, or a part of it.
      await this.look();
    }
  }

  async look(): Promise<void> {
    const plan = this.plan.value;
    if (plan) {
      const recheck = await this.#reading.run(() => this.#deps.host.recheck({ planId: plan.id }));
      if (recheck && this.plan.value === plan) {
        this.recheck.value = recheck;
        this.#noteSeen(recheck);
      }
    }
  }

  /** An accepted write that the portal shows is done. */
  #noteSeen(recheck: RecheckResult): void {
    const result = this.result.value;
    if (result?.outcome === "accepted" && recheck.ok && recheck.isThere) {
      this.result.value = { ...result, outcome: "done", message: this.#deps.words.seenAfter };
    }
  }

  async #open(start: FormStart): Promise<void> {
    this.#opening += 1;
    const opening = this.#opening;
    const form = await this.#deps.host.openForm(start);
    if (opening !== this.#opening) {
      return;
    }
    await this.#show(form);
  }

  async #show(form: FormView): Promise<void> {
    batch(() => {
      this.close();
      this.form.value = form;
      this.place.value = this.#deps.place();
      this.values.value = form.values;
      this.touched.value = new Set(Object.keys(form.values));
    });
    await this.#check();
  }

  async #check(): Promise<void> {
    const form = this.form.value;
    this.#stopTimer?.();
    this.#round += 1;
    const round = this.#round;
    if (!form) {
      return;
    }
    const check = await this.#deps.host.checkForm({ call: form.call, values: this.values.value });
    if (this.#round === round) {
      this.check.value = check;
    }
  }

  #forgetPlan(): void {
    this.plan.value = undefined;
    this.result.value = undefined;
    this.recheck.value = undefined;
    this.message.value = undefined;
  }
}
