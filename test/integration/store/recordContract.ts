import { describe, expect, test } from "vitest";

import type { TokenRecord, UserRecord } from "../../../src/hubServer/store/records.ts";
import type { Store } from "../../../src/hubServer/store/store.ts";
import {
  budget,
  collect,
  eventOf,
  hostileTexts,
  noon,
  ownKind,
  profile,
  putOrganisation,
  sector,
  token,
  user,
} from "./storeFixture.ts";

/** What both databases promise of records and sessions. */
export function describeRecords(openStore: () => Promise<Store>): void {
  describe("records", () => {
    test("a record comes back as it was put, and replaces the one before", async () => {
      const { records } = await openStore();

      await records.put("sector", sector);
      await records.put("profile", profile);
      await records.put("profile", { ...profile, name: "Everybody" });

      expect(await records.get("profile", "dev")).toEqual({ ...profile, name: "Everybody" });
      expect(await records.list("profile")).toEqual([{ ...profile, name: "Everybody" }]);
      expect(await records.get("profile", "nobody")).toBeUndefined();
      expect(await records.get("sector", "dev")).toBeUndefined();
    });

    test("a kind of the organisation comes back with its pattern and a hundred thousand terms", async () => {
      const { records } = await openStore();
      await records.put("ownKind", ownKind);

      expect(await records.get("ownKind", ownKind.id)).toEqual(ownKind);
      expect(await records.list("ownKind")).toEqual([ownKind]);
    });

    test("a damaged record is no record: it allows nothing, has no limit left out and goes nowhere", async () => {
      const { records } = await openStore();
      const damaged = [
        [
          "token",
          {
            id: "t",
            name: "t",
            createdAt: 1,
            hash: "h",
            last4: "abcd",
            revokedAt: "yes",
            rateLimits: {},
          },
        ],
        [
          "budget",
          {
            id: "b",
            scope: "token",
            subjectId: "t",
            unit: "money",
            limit: "all",
            warnAt: [],
            createdAt: 1,
          },
        ],
        [
          "upstream",
          {
            id: "u",
            name: "u",
            createdAt: 1,
            url: "https://a.invalid",
            format: "other",
            isActive: true,
          },
        ],
        ["profile", { ...profile, id: "p", policy: { ...profile.policy, allowsTools: "no" } }],
        ["model", { id: "m", createdAt: 1, tiers: [], isActive: "no" }],
      ] as const;
      for (const [kind, record] of damaged) {
        await records.put(kind, record as never);
        const refused = { reason: "unavailable", message: expect.stringContaining(kind) as string };
        await expect(records.get(kind, record.id)).rejects.toMatchObject(refused);
        await expect(records.list(kind)).rejects.toMatchObject(refused);
      }
      await expect(records.findToken("h")).rejects.toMatchObject({ reason: "unavailable" });
    });

    test("a profile that was stored before a kind of sensitive data existed gets that kind's default", async () => {
      const { records } = await openStore();
      const { card: _card, ...dlp } = { ...profile.dlp, cpf: "ignore" };
      await records.put("profile", { ...profile, dlp: dlp as never });

      const read = await records.get("profile", profile.id);
      expect(read?.dlp).toEqual({ ...profile.dlp, cpf: "mask", card: "block" });
      expect(await records.list("profile")).toContainEqual(read);
    });

    test("a list is in the order of names, then of creation", async () => {
      const { records } = await openStore();
      for (const [id, name, createdAt] of [
        ["1", "Zoo", noon],
        ["2", "Art", noon + 1],
        ["3", "Art", noon],
        ["4", "Éa", noon],
      ] as const) {
        await records.put("sector", { id, name, createdAt });
      }

      expect((await records.list("sector")).map(({ id }) => id)).toEqual(["3", "2", "1", "4"]);
    });

    test("a token is found by the hash of its secret until it is removed", async () => {
      const store = await openStore();
      await putOrganisation(store);

      expect(await store.records.findToken(token.hash)).toEqual(token);
      expect(await store.records.findToken("bb".repeat(32))).toBeUndefined();
      await store.records.put("token", { ...token, hash: "bb".repeat(32) });
      expect(await store.records.findToken(token.hash)).toBeUndefined();
      expect(await store.records.remove("token", token.id)).toBe(true);
      expect(await store.records.findToken("bb".repeat(32))).toBeUndefined();
    });

    test("the last use of a token changes nothing else, and is not undone by a change", async () => {
      const { records } = await openStore();
      await putOrganisation({ records });
      const version = await records.version();

      await records.touchToken?.(token.id, noon + 5);
      const touched = await records.findToken(token.hash);
      const unchangedVersion = await records.version();
      await records.put("token", { ...token, name: "renamed", lastUsedAt: noon + 1 });

      expect(touched).toEqual({ ...token, lastUsedAt: noon + 5 });
      expect(unchangedVersion).toBe(version);
      expect(await records.list("token")).toEqual([
        { ...token, name: "renamed", lastUsedAt: noon + 5 },
      ]);
      await expect(records.touchToken?.("nobody", noon)).resolves.toBeUndefined();
    });

    test("a login that is taken is a conflict and changes nothing", async () => {
      const store = await openStore();
      await putOrganisation(store);
      const version = await store.records.version();

      const second = store.records.put("user", { ...user, id: "user-2" }, eventOf());

      await expect(second).rejects.toMatchObject({ name: "StoreError", reason: "conflict" });
      expect(await store.records.list("user")).toEqual([user]);
      expect(await store.records.version()).toBe(version);
      expect((await store.audit.head()).seq).toBe(0);
    });

    test("a reference to what is not there is invalid, and so is taking away what is referred to", async () => {
      const store = await openStore();
      const { records } = store;
      const invalid = { name: "StoreError", reason: "invalid" };

      await expect(records.put("user", user)).rejects.toMatchObject(invalid);
      await putOrganisation(store);
      await expect(records.remove("profile", "dev")).rejects.toMatchObject(invalid);
      await expect(records.put("budget", { ...budget, subjectId: "user-2" })).rejects.toMatchObject(
        invalid,
      );
      await records.put("budget", budget);
      expect(await records.list("budget")).toEqual([budget]);
    });

    test("every change raises the version and writes its event, and nothing else does", async () => {
      const store = await openStore();
      const before = await store.records.version();

      await store.records.put("sector", sector, eventOf({ detail: { what: "put" } }));
      await store.records.remove("sector", "it", eventOf({ detail: { what: "remove" } }));
      const after = await store.records.version();
      const isThere = await store.records.remove("sector", "it", eventOf());

      expect(after - before).toBe(2);
      expect(isThere).toBe(false);
      expect(await store.records.version()).toBe(after);
      const events = await collect(store.audit.read({}));
      expect(events.map(({ detail }) => detail)).toMatchObject([
        { what: "put", object: "sector", object_id: "it" },
        { what: "remove", object_id: "it", state: "removed" },
      ]);
    });

    test.each(hostileTexts)("hostile text %# is kept unchanged in every field", async (text) => {
      const store = await openStore();
      const id = `id ${text.slice(0, 500)}`;
      await store.records.put("sector", { ...sector, id, name: text });
      await store.records.put("profile", { ...profile, id, name: text });
      const refers = { sectorId: id, profileId: id };
      const hostile: UserRecord = {
        ...user,
        ...refers,
        id,
        name: text,
        passwordHash: text,
        login: text.slice(0, 500),
        subject: text.slice(0, 500),
      };
      const stolen: TokenRecord = {
        ...token,
        ...refers,
        id,
        name: text,
        last4: text,
        userId: id,
        hash: text.slice(0, 500),
      };
      await store.records.put("user", hostile);
      await store.records.put("token", stolen);

      expect(await store.records.get("user", id)).toEqual(hostile);
      expect(await store.records.findToken(stolen.hash)).toEqual(stolen);
      expect(await store.records.list("sector")).toEqual([{ ...sector, id, name: text }]);
    });
  });

  describe("device grants", () => {
    const grant = {
      userCodeHash: "aa".repeat(32),
      deviceCodeHash: "bb".repeat(32),
      client: "vscode",
      deviceName: "Ana's notebook",
      address: "203.0.113.7",
      createdAt: noon,
      expiresAt: noon + 1_000,
    };
    const approved = { kind: "approved", userId: "user-1" } as const;

    test("a grant waits for one decision and is taken once", async () => {
      const { grants } = await openStore();
      expect(await grants.begin(grant, 1)).toBe(true);
      expect(await grants.findPending(grant.userCodeHash, noon)).toEqual(grant);
      expect(await grants.take(grant.deviceCodeHash, noon)).toEqual({
        grant,
        state: { kind: "pending" },
      });
      const decisions = await Promise.all([
        grants.decide(grant.userCodeHash, approved, noon),
        grants.decide(grant.userCodeHash, approved, noon),
      ]);
      expect(decisions.filter(Boolean)).toHaveLength(1);
      expect(await grants.findPending(grant.userCodeHash, noon)).toBeUndefined();
      const taken = await Promise.all([
        grants.take(grant.deviceCodeHash, noon),
        grants.take(grant.deviceCodeHash, noon),
      ]);
      expect(taken.filter((each) => each !== undefined)).toEqual([{ grant, state: approved }]);
    });

    test("an expired grant is not found, and makes room for another", async () => {
      const { grants } = await openStore();
      await grants.begin(grant, 1);
      const other = { ...grant, userCodeHash: "cc", deviceCodeHash: "dd", createdAt: noon + 1_000 };
      expect(await grants.begin({ ...other, createdAt: noon }, 1)).toBe(false);
      expect(await grants.take(grant.deviceCodeHash, noon + 1_000)).toBeUndefined();
      expect(await grants.decide(grant.userCodeHash, approved, noon + 1_000)).toBe(false);
      expect(await grants.begin({ ...other, expiresAt: noon + 2_000 }, 1)).toBe(true);
    });
  });

  describe("sessions", () => {
    const session = {
      hash: "cc".repeat(32),
      userId: "user-1",
      csrfToken: "csrf",
      createdAt: noon,
      expiresAt: noon + 1_000,
    };

    test("a session is found until it ends", async () => {
      const { sessions } = await openStore();
      await sessions.create(session);

      expect(await sessions.find(session.hash, noon + 999)).toEqual(session);
      expect(await sessions.find(session.hash, noon + 1_000)).toBeUndefined();
      expect(await sessions.find("dd", noon)).toBeUndefined();
    });

    test("one session ends, or all of a user", async () => {
      const { sessions } = await openStore();
      for (const hash of ["one", "two", "three"]) {
        await sessions.create({ ...session, hash });
      }
      await sessions.create({ ...session, hash: "other", userId: "user-2" });

      await sessions.remove("one");
      const found = await sessions.find("one", noon);
      await sessions.removeOfUser("user-1");

      expect(found).toBeUndefined();
      expect(await sessions.find("three", noon)).toBeUndefined();
      expect(await sessions.find("other", noon)).toMatchObject({ userId: "user-2" });
    });

    test("who is removed is signed out", async () => {
      const store = await openStore();
      await putOrganisation(store);
      await store.records.remove("token", token.id);
      await store.sessions.create(session);

      await store.records.remove("user", user.id);

      expect(await store.sessions.find(session.hash, noon)).toBeUndefined();
    });
  });
}
