import { estimateTokens, fitting } from "../shared/text/tokenEstimate.ts";
import { type LineRule, lineRuleAt } from "./lineRule.ts";
import { type AskedPlace, placeOf } from "./memory.ts";
import type { Ask, CompleterDeps, Moment } from "./moment.ts";
import type { SnippetKeeper } from "./snippetKeeper.ts";
import { linesBehind } from "./textLines.ts";
import { windowAround } from "./tokenWindow.ts";

const snippetShare = 0.25;

export interface ReadyRequest {
  readonly place: AskedPlace;
  readonly rule: LineRule;
  readonly ask: Ask;
}

export function readyRequest(
  moment: Moment,
  deps: CompleterDeps,
  keeper: SnippetKeeper,
): ReadyRequest {
  const { file, lines, cursor, style } = moment;
  const rule = lineRuleAt(lines, cursor, deps.options().maxLines, style);
  const prepared = prepare(moment, rule, deps, keeper);
  // An unsent request needs no report; a sent one reports the failure itself.
  prepared.catch(() => undefined);
  const ask: Ask = async function* pieces(signal) {
    const send = await prepared;
    signal.throwIfAborted();
    yield* send(signal);
  };
  return { place: placeOf(file, lines, cursor), rule, ask };
}

async function prepare(
  { file, path, language, lines, cursor, lead = "" }: Moment,
  { maxTokens, stop }: LineRule,
  deps: CompleterDeps,
  keeper: SnippetKeeper,
): Promise<Ask> {
  const { promptTokens, tokenRate } = deps.options();
  const found = await keeper.at({ file, line: cursor.line });
  const snippets = fitting(found, (promptTokens * snippetShare) / tokenRate, ({ text }) => text);
  if (snippets.length < found.length) {
    // The model's token rate is higher than assumed when they were chosen.
    keeper.renew();
  }
  const used = snippets.reduce((sum, { text }) => sum + estimateTokens(text), 0);
  const all = lead === "" ? lines : linesBehind(lead, lines);
  const line = cursor.line + all.count - lines.count;
  const { prefix, suffix } = windowAround(
    all,
    { line, column: cursor.column },
    { tokens: promptTokens - used * tokenRate, tokenRate },
  );
  return deps.prepare({ path, language, prefix, suffix, snippets, maxTokens, stop }, file);
}
