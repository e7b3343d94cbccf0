import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { useConsole } from "../../app/console.ts";
import { Icon } from "../../parts/Icon.tsx";

export function OfflineNote(): JSX.Element | null {
  const text = useConsole().words.value;
  const [isOnline, setIsOnline] = useState(navigator.onLine);
  useEffect(() => {
    const update = (): void => setIsOnline(navigator.onLine);
    addEventListener("online", update);
    addEventListener("offline", update);
    return () => {
      removeEventListener("online", update);
      removeEventListener("offline", update);
    };
  }, []);
  return isOnline ? null : (
    <p class="note warn" role="status">
      <Icon name="offline" /> {text.offline}
    </p>
  );
}
