import type { JSX } from "preact";
import { useEffect } from "preact/hooks";

import { useHistory } from "../../history/historyPage.ts";
import { focusIfNothingIs, mainControlAttribute } from "../../kit/focus.ts";
import { usePage } from "../../page/page.ts";
import { useWords } from "../../page/useWords.ts";

export function OpenFailed(): JSX.Element {
  const words = useWords();
  const { attach, actions } = usePage();
  const history = useHistory();
  useEffect(focusIfNothingIs, []);
  return (
    <div class="middle">
      <div class="intro">
        <h2>{words.openFailed}</h2>
        <p role="alert">{words.openFailedNext}</p>
        <div class="buttons">
          <button type="button" class="button" onClick={attach} {...{ [mainControlAttribute]: "" }}>
            {words.tryAgain}
          </button>
          <button type="button" class="button quiet" onClick={() => actions.newChat()}>
            {words.newChat}
          </button>
          <button type="button" class="button quiet" onClick={() => history.open()}>
            {words.history}
          </button>
        </div>
      </div>
    </div>
  );
}
