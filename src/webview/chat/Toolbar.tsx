import type { JSX } from "preact";

import { useHistory } from "../history/historyPage.ts";
import { IconButton } from "../kit/IconButton.tsx";
import { usePage } from "../page/page.ts";

/**
 * In the side bar these buttons are in the view's title; an editor tab has no title bar for them.
 */
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
