import type { ComponentChildren, JSX } from "preact";

import { useSignedIn } from "../../app/console.ts";
import type { Feed, FeedPage } from "../../data/feed.ts";
import { Button } from "../../parts/Button.tsx";
import { FailureNote } from "../../parts/FailureNote.tsx";

interface FeedBodyProps<T> {
  readonly feed: Feed<T>;
  readonly children: (page: FeedPage<T>) => ComponentChildren;
}

export function FeedBody<T>({ feed, children }: FeedBodyProps<T>): JSX.Element {
  const text = useSignedIn().words.value;
  const load = feed.state.value;
  const retry = (): void => void feed.load();
  if (load.state === "loading") {
    return (
      <p class="quiet" role="status">
        {text.loading}
      </p>
    );
  }
  if (load.state === "failed") {
    return <FailureNote failure={load.failure} onRetry={retry} />;
  }
  return (
    <>
      {children(load.data)}
      {load.failure && <FailureNote failure={load.failure} onRetry={retry} />}
      {load.data.hasMore && !load.failure && (
        <div class="more">
          <Button isDisabled={feed.isLoading} onClick={retry}>
            {text.loadOlder}
          </Button>
        </div>
      )}
    </>
  );
}
