import * as z from "zod/mini";

import { type Fault, parseFaults } from "./fault.ts";

export const faultSettingSchema = z.strictObject({
  /** As in the header, `429=5` for example. */
  falha: z.string().check(z.maxLength(200)),
  /** For how many requests; without it until it is cleared. */
  vezes: z.optional(z.int().check(z.gte(1), z.lte(1_000_000))),
  /** Only requests whose path begins so. */
  rota: z.optional(z.string().check(z.maxLength(200))),
});

export type FaultSetting = Readonly<z.infer<typeof faultSettingSchema>>;

/** One setting by which requests fail without asking for it themselves. It lives as long as the process. */
export class FaultSwitch {
  #active: (FaultSetting & { readonly faults: readonly Fault[] }) | undefined;

  /** Replaces what was set before; throws a `PortalError` (400) for what is no fault. */
  set(setting: FaultSetting): void {
    this.#active = { ...setting, faults: parseFaults(setting.falha) };
  }

  clear(): void {
    this.#active = undefined;
  }

  /** What is still to come. */
  get setting(): FaultSetting | undefined {
    if (!this.#active) {
      return undefined;
    }
    const { faults: _, ...setting } = this.#active;
    return setting;
  }

  /** The faults of a request to this path, which counts as one. */
  take(path: string): readonly Fault[] {
    const active = this.#active;
    if (!active || !path.startsWith(active.rota ?? "/")) {
      return [];
    }
    if (active.vezes !== undefined) {
      this.#active = active.vezes > 1 ? { ...active, vezes: active.vezes - 1 } : undefined;
    }
    return active.faults;
  }
}
