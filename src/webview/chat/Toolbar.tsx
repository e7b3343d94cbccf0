import type { JSX } from "preact";

import { useHistory } from "../history/historyPage.ts";
import { IconButton } from "../kit/IconButton.tsx";
import { usePage } from "../page/page.ts";

/** For an editor tab; the side bar has these buttons in the view's title. */
export function Toolbar(): JSX.Element {
  const { actions, words } = usePage();
  const history = useHistory();
  return (
    <div class="toolbar" role="toolbar" aria-label="AI Hub">
      <IconButton icon="key" label={words.setToken} onClick={() => actions.setToken()} />
      <IconButton icon="add" label={words.newChat} onClick={() => actions.newChat()} />
      <IconButton icon="history" label={words.history} onClick={() => history.open()} />
    </div>
  );
}
