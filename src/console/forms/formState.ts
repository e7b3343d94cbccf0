import { computed, type ReadonlySignal, signal } from "@preact/signals";

import { ApiFailure } from "../data/apiFailure.ts";
import { type CheckContext, problemsOf } from "./checks.ts";
import type { Field, FieldValue, FieldValues } from "./fields.ts";
import { type Body, bodyOf, valuesOf } from "./values.ts";

export interface FormOptions {
  readonly fields: () => readonly Field[];
  readonly record: unknown;
  readonly context: () => CheckContext;
  readonly send: (body: Body) => Promise<void>;
}

export class FormState {
  readonly #options: FormOptions;
  readonly #initial: FieldValues;
  readonly #values;
  readonly #edited = signal<ReadonlySet<string>>(new Set());
  readonly #objections = signal<Readonly<Record<string, string>>>({});
  readonly #failure = signal<ApiFailure | undefined>(undefined);
  readonly #isSending = signal(false);
  readonly #wasTried = signal(false);
  readonly #problems: ReadonlySignal<Readonly<Record<string, string>>>;

  constructor(options: FormOptions) {
    this.#options = options;
    this.#initial = valuesOf(options.fields(), options.record, options.context().format);
    this.#values = signal(this.#initial);
    this.#problems = computed(() =>
      problemsOf(options.fields(), this.#values.value, options.context()),
    );
  }

  get fields(): readonly Field[] {
    return this.#options.fields();
  }

  get values(): FieldValues {
    return this.#values.value;
  }

  get failure(): ApiFailure | undefined {
    return this.#failure.value;
  }

  get isSending(): boolean {
    return this.#isSending.value;
  }

  get isChanged(): boolean {
    return JSON.stringify(this.#values.value) !== JSON.stringify(this.#initial);
  }

  initialBody(): Body {
    return bodyOf(this.fields, this.#initial, this.#options.context().format);
  }

  /** The fields as they are in the form; they may have problems. */
  body(): Body {
    return bodyOf(this.fields, this.values, this.#options.context().format);
  }

  /** Undefined until the field is edited or the form is submitted. */
  problem(name: string): string | undefined {
    const isShown = this.#wasTried.value || this.#edited.value.has(name);
    return this.#objections.value[name] ?? (isShown ? this.#problems.value[name] : undefined);
  }

  set(name: string, value: FieldValue, edited = name): void {
    this.#values.value = { ...this.#values.value, [name]: value };
    this.#edited.value = new Set([...this.#edited.value, edited]);
    const { [edited]: _, ...others } = this.#objections.value;
    this.#objections.value = others;
  }

  async submit(): Promise<boolean> {
    this.#wasTried.value = true;
    if (this.#isSending.value || Object.keys(this.#problems.value).length > 0) {
      return false;
    }
    this.#isSending.value = true;
    this.#failure.value = undefined;
    try {
      const { format } = this.#options.context();
      await this.#options.send(bodyOf(this.fields, this.values, format));
      return true;
    } catch (error) {
      this.#refuse(ApiFailure.of(error));
      return false;
    } finally {
      this.#isSending.value = false;
    }
  }

  #refuse(failure: ApiFailure): void {
    const { param, text, kind } = failure.facts;
    const field = param === undefined ? undefined : this.#fieldOf(param);
    if (kind === "rejected" && field !== undefined && text !== undefined) {
      this.#objections.value = { [field]: text };
    } else {
      this.#failure.value = failure;
    }
  }

  /** `param` may also be a part of a field's path, or an object around it. */
  #fieldOf(param: string): string | undefined {
    const path = param.replaceAll(/\[(\d+)\]/gu, ".$1");
    return this.fields.find(
      ({ name }) => name === path || path.startsWith(`${name}.`) || name.startsWith(`${path}.`),
    )?.name;
  }
}
