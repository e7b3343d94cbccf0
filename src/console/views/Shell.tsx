import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import { type SignedIn, useSignedIn } from "../app/console.ts";
import type { ViewName } from "../app/router.ts";
import { IconButton } from "../parts/Button.tsx";
import { Icon } from "../parts/Icon.tsx";
import { LookSwitches } from "../parts/LookSwitches.tsx";
import { RouteLink } from "../parts/RouteLink.tsx";
import { OfflineNote } from "./parts/OfflineNote.tsx";
import { viewOf, viewsOf, ViewBody } from "./viewBody.tsx";

export function Shell(): JSX.Element {
  const page = useSignedIn();
  const [isOpen, setIsOpen] = useState(false);
  const text = page.words.value;
  const view = viewOf(page);
  const main = useFocusOnChange(view);
  const title = view === undefined ? text.notFoundTitle : text[view];
  useEffect(() => {
    document.title = `${title} · AI Hub`;
  }, [title]);
  return (
    <div class="shell">
      <a class="skip" href="#main">
        {text.skipToContent}
      </a>
      <header class="top">
        <IconButton
          icon={isOpen ? "close" : "menu"}
          label={isOpen ? text.closeMenu : text.openMenu}
          isOpen={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        />
        <strong>AI Hub</strong>
        <span class="quiet">› {title}</span>
      </header>
      <nav
        class={isOpen ? "rail open" : "rail"}
        aria-label={text.views}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            setIsOpen(false);
          }
        }}
      >
        <div class="rail-inner">
          <strong class="brand">AI Hub</strong>
          <ul>
            {viewsOf(page).map((each) => (
              <li key={each}>
                <RouteLink view={each} isCurrent={each === view} onGo={() => setIsOpen(false)}>
                  <Icon name={each} />
                  {text[each]}
                </RouteLink>
              </li>
            ))}
          </ul>
          <RailFoot page={page} />
        </div>
      </nav>
      <main id="main" ref={main} tabIndex={-1}>
        <OfflineNote />
        <ViewBody key={view} view={view} />
      </main>
    </div>
  );
}

function RailFoot({ page }: { readonly page: SignedIn }): JSX.Element {
  const { session, who, words } = page;
  const text = words.value;
  return (
    <div class="rail-foot">
      <LookSwitches />
      <div class="who">
        <span>
          <strong>{who.user.name}</strong>
          <span class="quiet">{who.user.role === "admin" ? text.roleAdmin : text.roleUser}</span>
        </span>
        <IconButton
          icon="signOut"
          label={text.signOut}
          onClick={() => void session.signOut().catch(() => undefined)}
        />
      </div>
      <span class="quiet version">
        {text.versionOf(who.version)} ·{" "}
        <a href={page.router.helpAddress} target="_blank" rel="noreferrer">
          {text.help}
        </a>
      </span>
    </div>
  );
}

/** Moves the focus to a new title, so that it is announced; not at the first view of a visit. */
function useFocusOnChange(view: ViewName | undefined): { readonly current: HTMLElement | null } {
  const main = useRef<HTMLElement>(null);
  const before = useRef(view);
  useLayoutEffect(() => {
    if (before.current !== view) {
      before.current = view;
      main.current?.querySelector("h1")?.focus();
      scrollTo(0, 0);
    }
  }, [view]);
  return main;
}
