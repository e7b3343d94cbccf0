import { type Fields, isRecord } from "../../shared/base/json.ts";
import { duration, secondsOrDate } from "../durations.ts";
import { foldSentence } from "./errorObject.ts";

const waitName =
  /^(?:retry(?:after|in|delay|at)|(?:retry)?(?:after)?wait(?:time|for)?|cooldown|(?:time|seconds)?(?:to|until|till)?(?:reset|retry)|reset(?:s|in|after|at|time)?|resetsat|resetsin|ratelimitreset|tentenovamenteem|tentaremm?|aguarde|aguardar|espera|esperar|reintentaren|reiniciaem|renovaem)(?:s|sec|secs|seconds|segundos|ms|millis|milliseconds|milissegundos)?$/u;

export function waitInFields(objects: readonly Fields[], now: number): number | undefined {
  for (const object of objects) {
    for (const [key, value] of Object.entries(object).slice(0, 60)) {
      const name = foldSentence(key.slice(0, 60)).replaceAll(/[^a-z]/gu, "");
      const wait = waitName.test(name) ? waitOf(name, value, now) : undefined;
      if (wait !== undefined && wait > 0) {
        return wait;
      }
    }
  }
  return undefined;
}

function waitOf(name: string, value: unknown, now: number): number | undefined {
  if (isRecord(value)) {
    // A Protocol Buffers duration.
    const seconds = Number(value["seconds"] ?? 0) + Number(value["nanos"] ?? 0) / 1e9;
    return Number.isFinite(seconds) ? seconds * 1000 : undefined;
  }
  if (typeof value !== "string" && typeof value !== "number") {
    return undefined;
  }
  const text = String(value).trim();
  const isInMs = /(?:ms|millis|milliseconds|milissegundos)$/u.test(name);
  return (
    duration(text) ??
    (isInMs && /^\d{1,15}(?:\.\d+)?$/u.test(text) ? Number(text) : secondsOrDate(text, now))
  );
}

const asking =
  /(?:try|retry|wait|resets?|available|tente|tentar|aguarde|aguardar|intent[ae]\w*|vuelva a intentar\w*|reintent[ae]\w*|espere|espera)(?: (?:again|for|de novo|novamente|de nuevo|nuevamente|outra vez|otra vez))?(?: (?:in|after|em|apos|daqui a|en|dentro de|despues de|por|at least|about|cerca de))* ?(?<time>\d[\w .,]{0,60})/u;

const unitOf: readonly (readonly [RegExp, number])[] = [
  [/^(?:ms|mili?s?segundos?|milliseconds?|millis)$/u, 1],
  [/^(?:s|secs?|seconds?|segs?|segundos?)$/u, 1000],
  [/^(?:m|mins?|minutes?|minutos?)$/u, 60_000],
  [/^(?:h|hrs?|hours?|horas?)$/u, 3_600_000],
  [/^(?:d|days?|dias?)$/u, 86_400_000],
];

export function waitInSentence(text: string): number | undefined {
  const time = asking.exec(foldSentence(text.slice(0, 10_000)))?.groups?.["time"] ?? "";
  let total: number | undefined;
  for (const [, amount, unit = ""] of time.matchAll(/(\d{1,9}(?:[.,]\d{1,9})?) ?([a-z]+)/gu)) {
    const ms = unitOf.find(([name]) => name.test(unit))?.[1];
    if (ms === undefined) {
      break;
    }
    total = (total ?? 0) + Number(amount?.replace(",", ".")) * ms;
  }
  return total;
}
