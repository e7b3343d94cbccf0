import type { JSX } from "preact";

import { usePage } from "../../page/page.ts";

export function Connecting(): JSX.Element {
  const { words, state } = usePage();
  return (
    <div class="middle">
      <div class="intro">
        <p class="hint">{state.conversationId.value === "" ? words.loading : words.connecting}</p>
        <div class="progress" />
      </div>
    </div>
  );
}
