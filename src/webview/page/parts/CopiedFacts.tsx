import type { JSX } from "preact";

import { useWords } from "../useWords.ts";
import { CopyButton } from "./CopyButton.tsx";

export interface CopiedFactsProps {
  readonly facts: readonly (readonly [name: string, value: string])[];
}

export function CopiedFacts({ facts }: CopiedFactsProps): JSX.Element {
  const words = useWords();
  return (
    <>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <CopyButton
        label={words.copyDetails}
        text={() => facts.map(([name, value]) => `${name}: ${value}`).join("\n")}
      />
    </>
  );
}
