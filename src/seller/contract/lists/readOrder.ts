import { type Fields, isRecord } from "../../../shared/base/json.ts";
import { foldedName } from "./portalWords.ts";
import { knownSpelling } from "./spelling.ts";

const maxDepth = 6;
const maxLooks = 500;
const numberNames: ReadonlySet<string> = new Set(
  "numeropedido codigopedido idpedido pedidoid numpedido nrpedido orderid ordernumber pedido".split(
    " ",
  ),
);
/** Names that count only inside an order; elsewhere `numero` may be a house number. */
const shortNames: ReadonlySet<string> = new Set(["numero", "codigo", "id", "number"]);
const orderNames: ReadonlySet<string> = new Set(["pedido", "order"]);

interface Found {
  readonly value: unknown;
  readonly name: string;
  readonly depth: number;
  readonly isEntry: boolean;
}

/**
 * Undefined if no object, or several entries of a list, have the number. Parts of one order are merged unless they
 * contradict each other.
 */
export function readOrder(answer: unknown, numeroPedido: number): Fields | undefined {
  const found = within(answer).flatMap(({ value, name, isEntry }) =>
    isRecord(value) && numberOf(value, name) === numeroPedido ? [{ value, isEntry }] : [],
  );
  const single = found.filter(({ isEntry }) => !isEntry);
  const parts = (single.length > 0 ? single : found).map(({ value }) => value);
  if (parts.length > 1 && single.length === 0) {
    return undefined;
  }
  const order = parts.length > 1 ? joined(parts, answer) : parts[0];
  return order && knownSpelling(order);
}

function joined([first = {}, ...others]: readonly Fields[], answer: unknown): Fields {
  const rest = others.filter((part) => !Object.values(first).includes(part));
  const merged: Fields = Object.fromEntries([...rest, first].flatMap(Object.entries<unknown>));
  const isAgreed = rest.every((part) =>
    Object.keys(part).every((name) => JSON.stringify(part[name]) === JSON.stringify(merged[name])),
  );
  return isAgreed || !isRecord(answer) ? merged : answer;
}

function numberOf(record: Fields, called: string): number | undefined {
  const isOrder = orderNames.has(foldedName(called));
  const names = Object.keys(record).slice(0, maxLooks);
  const name =
    names.find((one) => numberNames.has(foldedName(one)) && isNumber(record[one])) ??
    (isOrder
      ? names.find((one) => shortNames.has(foldedName(one)) && isNumber(record[one]))
      : undefined);
  return name === undefined ? undefined : Number(record[name]);
}

function isNumber(value: unknown): boolean {
  return typeof value === "number" || (typeof value === "string" && /^\d{1,15}$/u.test(value));
}

function within(answer: unknown): readonly Found[] {
  const open: Found[] = [{ value: answer, name: "", depth: 0, isEntry: false }];
  for (let looks = 0; looks < open.length && looks < maxLooks; looks += 1) {
    const { value, name, depth, isEntry } = open[looks] ?? { depth: maxDepth, name: "" };
    if (Array.isArray(value) && depth < maxDepth) {
      const entries: readonly unknown[] = value.slice(0, maxLooks);
      const isOneOf = isEntry === true || entries.length > 1;
      open.push(
        ...entries.map((one) => ({ value: one, name, depth: depth + 1, isEntry: isOneOf })),
      );
    } else if (isRecord(value) && depth < maxDepth) {
      open.push(
        ...Object.keys(value)
          .slice(0, maxLooks)
          .map((inner) => ({
            value: value[inner],
            name: inner,
            depth: depth + 1,
            isEntry: isEntry === true,
          })),
      );
    }
  }
  return open.slice(0, maxLooks);
}
