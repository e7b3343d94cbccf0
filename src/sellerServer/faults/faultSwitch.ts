import * as z from "zod/mini";

import { type Fault, parseFaults } from "./fault.ts";

export const faultSettingSchema = z.strictObject({
  falha: z.string().check(z.maxLength(200)),
  /** Absent: requests fail until the switch is cleared. */
  vezes: z.optional(z.int().check(z.gte(1), z.lte(1_000_000))),
  /** Affects only paths that begin with this text. */
  rota: z.optional(z.string().check(z.maxLength(200))),
});

export type FaultSetting = Readonly<z.infer<typeof faultSettingSchema>>;

export class FaultSwitch {
  #active: (FaultSetting & { readonly faults: readonly Fault[] }) | undefined;

  set(setting: FaultSetting): void {
    this.#active = { ...setting, faults: parseFaults(setting.falha) };
  }

  clear(): void {
    this.#active = undefined;
  }

  get setting(): FaultSetting | undefined {
    if (!this.#active) {
      return undefined;
    }
    const { faults: _, ...setting } = this.#active;
    return setting;
  }

  /** Returns the faults for this path; the request counts against `vezes`. */
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
