import type { ComponentChildren, JSX } from "preact";

import { useConsole } from "../app/console.ts";
import type { ViewName } from "../app/router.ts";

export interface RouteLinkProps {
  readonly view: ViewName;
  readonly children: ComponentChildren;
  readonly label?: string;
  readonly isCurrent?: boolean;
  readonly onGo?: () => void;
}

/** A real link, so that it can open in another tab, too. */
export function RouteLink({ view, children, label, isCurrent, onGo }: RouteLinkProps): JSX.Element {
  const { router } = useConsole();
  return (
    <a
      href={router.href(view)}
      {...(label === undefined ? {} : { "aria-label": label })}
      {...(isCurrent === true ? { "aria-current": "page" as const } : {})}
      onClick={(event) => {
        const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
        if (isPlain && event.button === 0) {
          event.preventDefault();
          router.go(view);
          onGo?.();
        }
      }}
    >
      {children}
    </a>
  );
}
