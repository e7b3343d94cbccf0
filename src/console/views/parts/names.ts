import { useEffect } from "preact/hooks";

import { useSignedIn } from "../../app/console.ts";
import { nameIn } from "../../data/records.ts";
import type { Budget } from "../../data/types.ts";

export interface Names {
  readonly user: (id: string | null) => string;
  readonly profile: (id: string) => string;
  readonly sector: (id: string) => string;
  readonly token: (id: string) => string;
  readonly owner: (tokenId: string) => string | undefined;
  readonly subject: (budget: Pick<Budget, "scope" | "subject_id">) => string;
}

export function useNames(): Names {
  const { records, isAdmin, who, words } = useSignedIn();
  useEffect(() => {
    records.tokens.want();
    if (isAdmin) {
      records.users.want();
      records.profiles.want();
      records.sectors.want();
      records.settings.want();
    }
  }, [records, isAdmin]);
  const text = words.value;
  const own = (id: string): string => (id === who.user.id ? who.user.name : id);
  const names = {
    user: (id: string | null) => {
      if (id === null) {
        return text.nobody;
      }
      return isAdmin ? nameIn(records.users, id) : own(id);
    },
    profile: (id: string) =>
      isAdmin ? nameIn(records.profiles, id) : (who.user.profile ?? text.yourProfile),
    sector: (id: string) =>
      isAdmin ? nameIn(records.sectors, id) : (who.user.sector ?? text.yourSector),
    token: (id: string) => nameIn(records.tokens, id),
  };
  return {
    ...names,
    owner: (tokenId) => {
      const owner = records.tokens.data?.find(({ id }) => id === tokenId)?.user_id ?? null;
      return owner === null ? undefined : names.user(owner);
    },
    subject: ({ scope, subject_id }) => names[scope](subject_id),
  };
}
