import { PortalError } from "../http/portalError.ts";

/** A failure that the caller requested (README.md, "Faults"). */
export type Fault =
  | { readonly kind: "delay"; readonly ms: number }
  | { readonly kind: "429"; readonly retryAfterS: number }
  | { readonly kind: "slow-list"; readonly ms: number }
  | { readonly kind: PlainFault };

const plainFaults = ["expired-token", "500", "drop-after-write", "html", "empty"] as const;
type PlainFault = (typeof plainFaults)[number];

const maxAmount = 60_000;
const defaults: ReadonlyMap<string, string> = new Map([
  ["429", "1"],
  ["slow-list", "250"],
]);

/** Reads `delay=500, drop-after-write`. */
export function parseFaults(text: string): readonly Fault[] {
  return text
    .slice(0, 200)
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map(parseFault);
}

function parseFault(text: string): Fault {
  const [name = "", value, ...rest] = text.split("=");
  const fault =
    rest.length > 0 ? undefined : value === undefined ? plain(name) : amounting(name, value);
  if (!fault) {
    throw new PortalError(
      400,
      "FALHA_DESCONHECIDA",
      `"${text.slice(0, 50)}" não é uma falha do sandbox. Use delay=<ms>, 429, 429=<s>, slow-list, slow-list=<ms>, ${plainFaults.join(", ")}.`,
    );
  }
  return fault;
}

function plain(name: string): Fault | undefined {
  const kind = plainFaults.find((known) => known === name);
  return kind ? { kind } : amounting(name, defaults.get(name));
}

/** The amount is in milliseconds, or seconds for `429`. */
function amounting(name: string, value: string | undefined): Fault | undefined {
  const amount = readAmount(value);
  if (amount === undefined) {
    return undefined;
  }
  switch (name) {
    case "delay":
    case "slow-list":
      return { kind: name, ms: amount };
    case "429":
      return { kind: name, retryAfterS: amount };
    default:
      return undefined;
  }
}

function readAmount(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,5}$/u.test(text) && Number(text) <= maxAmount
    ? Number(text)
    : undefined;
}
