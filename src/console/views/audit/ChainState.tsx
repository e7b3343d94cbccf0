import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";

import { chainSchema } from "../../../shared/hubApi/hubReports.ts";
import { useSignedIn } from "../../app/console.ts";
import { Resource } from "../../data/resource.ts";
import { Button } from "../../parts/Button.tsx";
import { FailureNote } from "../../parts/FailureNote.tsx";
import { Tag } from "../../parts/Tag.tsx";

/** Shows whether any entry was changed or is missing. */
export function ChainState(): JSX.Element {
  const { api, words, format } = useSignedIn();
  const chain = useMemo(() => new Resource(() => api.get("audit/verify", chainSchema)), [api]);
  useEffect(() => void chain.load(), [chain]);
  const text = words.value;
  const load = chain.state.value;
  const check = (): void => void chain.load();
  if (load.state === "failed") {
    return <FailureNote failure={load.failure} onRetry={check} />;
  }
  if (load.state === "loading") {
    return (
      <p class="chain quiet" role="status">
        {text.chainChecking}
      </p>
    );
  }
  const { is_intact: isIntact, events, seq, hash, problem } = load.data;
  return (
    <div class={isIntact ? "chain" : "note danger"} role={isIntact ? "status" : "alert"}>
      <Tag look={isIntact ? "good" : "bad"}>{isIntact ? text.chainIntact : text.chainBroken}</Tag>
      <span class="quiet">
        {text.chainFacts(format.value.count(events), format.value.count(seq))}{" "}
        <span class="code">{hash.slice(0, 12)}</span>
      </span>
      {problem !== null && <span>{problem}</span>}
      <Button look="link" onClick={check}>
        {text.checkAgain}
      </Button>
    </div>
  );
}
