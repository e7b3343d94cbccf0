import type { AssistantMessage } from "../../shared/conversation/conversation.ts";
import type { Format } from "../kit/format.ts";
import type { Words } from "../words/en/en.ts";

/** The shortest time that gives a meaningful speed, in milliseconds. */
const minSpeedMs = 50;

export function tokensPerSecond({
  usage,
  firstTextMs,
  durationMs,
}: AssistantMessage): number | undefined {
  const tokens = usage?.outputTokens;
  if (tokens === undefined || firstTextMs === undefined || durationMs === undefined) {
    return undefined;
  }
  const ms = durationMs - firstTextMs;
  return ms < minSpeedMs ? undefined : (tokens / ms) * 1000;
}

/** An unreported figure is named as missing, never 0. */
export function answerFacts(
  message: AssistantMessage,
  words: Words,
  format: Format,
): readonly (readonly [name: string, value: string])[] {
  const { usage, answeredBy, requestId, firstTextMs, durationMs, finishReason } = message;
  const speed = tokensPerSecond(message);
  const { inputTokens, outputTokens, cachedTokens, cost, saved, currency } = usage ?? {};
  const money = cost === undefined ? "" : format.money(cost, currency);
  const count = (value: number | undefined): string | undefined =>
    value === undefined ? undefined : format.count(value);
  const time = (ms: number | undefined): string | undefined =>
    ms === undefined ? undefined : format.seconds(ms);
  const reported: readonly (readonly [string, string | undefined])[] = [
    [words.detailModelAsked, message.model],
    [words.detailModelAnswered, answeredBy],
    [words.detailInput, count(inputTokens)],
    ...(cachedTokens === undefined ? [] : [[words.detailCached, count(cachedTokens)] as const]),
    [words.detailOutput, count(outputTokens)],
    [words.detailCost, money === "" ? undefined : money],
    ...(saved === undefined ? [] : [[words.detailSaved, format.money(saved, currency)] as const]),
    [words.detailRequestId, requestId],
  ];
  const measured: readonly (readonly [string, string | undefined])[] = [
    [words.detailFirstText, time(firstTextMs)],
    [words.detailDuration, time(durationMs)],
    [
      words.detailSpeed,
      speed === undefined ? undefined : words.tokensPerSecond(rate(speed, format)),
    ],
    [words.detailReason, finishReason],
  ];
  return [
    ...reported.map(([name, value]) => [name, value ?? words.notReported] as const),
    ...measured.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  ];
}

function rate(speed: number, format: Format): string {
  return format.count(Math.max(1, Math.round(speed)));
}
