import type { TextPlace } from "../shared/guarded/dataProtection.ts";

/** The place of a text. `pathOf` writes its path only for findings. */
export interface Place {
  readonly above: Place | undefined;
  readonly step: string | number;
  readonly name: string;
  readonly depth: number;
  /** Absent in the text of a conversation. */
  readonly where?: TextPlace | undefined;
}

export const bodyPlace: Place = { above: undefined, step: "", name: "", depth: 0 };

export function pathOf({ above, step }: Place): string {
  if (!above) {
    return "";
  }
  const path = pathOf(above);
  if (typeof step === "number") {
    return `${path}[${step}]`;
  }
  return path === "" ? fieldName(step) : `${path}.${fieldName(step)}`;
}

/** The field's name for the report, which must contain no value: a name with many digits becomes `*`. */
function fieldName(key: string): string {
  const digits = key.replaceAll(/\D/gu, "").length;
  return /^[\w$-]{1,64}$/u.test(key) && digits <= 6 ? key : "*";
}
