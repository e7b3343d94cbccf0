import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { duplexPair } from "node:stream";

import { OpenRequestCounts } from "../../../src/hubServer/governance/budgets/arrivals.ts";
import { openSqliteStore } from "../../../src/hubServer/store/sqlite/sqliteStore.ts";
import type { Store } from "../../../src/hubServer/store/store.ts";
import { FrameChannel } from "../../../src/hubServer/workers/frames.ts";
import type { StoreAnswer, StoreCall } from "../../../src/hubServer/workers/storeCalls.ts";
import { StoreClient } from "../../../src/hubServer/workers/storeClient.ts";
import { StoreHost } from "../../../src/hubServer/workers/storeHost.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";
import { describeStore } from "./storeContract.ts";
import { noon, type StoreFixture } from "./storeFixture.ts";

const ignore = (): void => undefined;

/** The store as a worker has it: every call and every answer goes through a channel. */
function throughChannel(store: Store): Store {
  const [worker, first] = duplexPair();
  const openRequests = new OpenRequestCounts();
  const host = new StoreHost({ ...store, openRequests }, (answers) => answering.send(answers));
  const answering = new FrameChannel(first, {
    onValue: (calls) => host.take(calls as readonly StoreCall[]),
    onClose: ignore,
  });
  const client = new StoreClient(systemClock, (calls) => calling.send(calls));
  const calling = new FrameChannel(worker, {
    onValue: (answers) => client.answered(answers as readonly StoreAnswer[]),
    onClose: ignore,
  });
  return {
    ...store,
    ...client.store,
    audit: { ...store.audit, ...client.store.audit },
  };
}

function makeFixture(): StoreFixture {
  const folder = mkdtempSync(join(tmpdir(), "ai-hub-store-"));
  const path = join(folder, "hub.sqlite");
  return {
    open: () => throughChannel(openSqliteStore(path, { now: () => noon })),
    execute: (sql) => {
      const database = new DatabaseSync(path);
      database.exec(sql);
      database.close();
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

describeStore("a worker's store", makeFixture);
