import { type Fields, isRecord } from "../../../shared/base/json.ts";
import { mappingSchema } from "../../../shared/sellerPage/sellerImport.ts";
import type { SellerProfile } from "../environments/environments.ts";
import type { MappingMemory } from "../import/importPlan.ts";
import { fieldsWithin, isScalar, isText, namedField } from "./orderNames.ts";

const maxNames = 100;
const maxRecords = 500;

export interface OrderStatus {
  readonly code: number | undefined;
  readonly name: string | undefined;
}

/** Collects the status names that a portal showed, by code. The specification lists none. */
export class StatusNames {
  readonly #memory: MappingMemory;
  readonly #known = new Map<string, Map<number, string>>();

  constructor(memory: MappingMemory) {
    this.#memory = memory;
  }

  of(profile: Pick<SellerProfile, "baseUrl">): ReadonlyMap<number, string> {
    return this.#of(profile);
  }

  learn(profile: Pick<SellerProfile, "baseUrl">, answer: unknown): void {
    const names = this.#of(profile);
    let isNew = false;
    for (const record of recordsIn(answer)) {
      const { code, name } = statusOf(record);
      if (code !== undefined && name !== undefined && names.size < maxNames) {
        isNew ||= names.get(code) !== name;
        names.set(code, name);
      }
    }
    if (isNew) {
      this.#memory.set(keyOf(profile), Object.fromEntries(names));
    }
  }

  #of(profile: Pick<SellerProfile, "baseUrl">): Map<number, string> {
    const key = keyOf(profile);
    const known = this.#known.get(key);
    if (known) {
      return known;
    }
    const kept = mappingSchema.safeParse(this.#memory.get(key)).data ?? {};
    const names = new Map(Object.entries(kept).map(([code, name]) => [Number(code), name]));
    this.#known.set(key, names);
    return names;
  }
}

export function statusOf(record: Fields): OrderStatus {
  const fields = fieldsWithin(record);
  const code = namedField(fields, codes, (value) => Number.isSafeInteger(codeOf(value)));
  const name = namedField(fields, names, (value) => isText(value) && Number.isNaN(codeOf(value)));
  return {
    code: code && codeOf(code.value),
    name: isText(name?.value) ? name.value.trim().slice(0, 100) : undefined,
  };
}

const codes =
  "^codigostatus ^codstatus ^idstatus statuscodigo statusid ^codigosituacao situacaocodigo ^status ^situacao";
const names =
  "^descricaostatus ^nomestatus ^dsstatus statusdescricao statusnome ^descricaosituacao situacaodescricao situacaonome ^status ^situacao";

function codeOf(value: unknown): number {
  return isScalar(value) && /^\d{1,15}$/u.test(String(value)) ? Number(value) : Number.NaN;
}

function keyOf({ baseUrl }: Pick<SellerProfile, "baseUrl">): string {
  return JSON.stringify(["status", baseUrl]);
}

function recordsIn(answer: unknown): readonly Fields[] {
  const open: unknown[] = [answer];
  for (let index = 0; index < open.length && open.length < maxRecords; index += 1) {
    const value = open[index];
    const inner: readonly unknown[] = Array.isArray(value)
      ? value
      : isRecord(value)
        ? Object.values(value)
        : [];
    open.push(...inner.slice(0, maxRecords).filter((one) => typeof one === "object"));
  }
  return open.slice(0, maxRecords).filter(isRecord);
}
