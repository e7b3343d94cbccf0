import type { OpenRequests } from "../governance/budgets/arrivals.ts";
import type { AuditLog } from "../store/auditLog.ts";
import type { Ledger, RecordStore, Store, StoreError } from "../store/store.ts";

export interface ApiStore extends Pick<Store, "records" | "ledger" | "check"> {
  readonly audit: Pick<AuditLog, "append" | "appendRunEnd" | "list" | "wasRouted">;
}

export interface WorkerStore extends ApiStore {
  readonly openRequests: OpenRequests;
}

type Named<Prefix extends string, Part> = {
  readonly [Key in keyof Part & string as `${Prefix}.${Key}`]: Part[Key];
};

export type StoreCalls = Named<"records", RecordStore> &
  Named<"ledger", Ledger> &
  Named<"audit", ApiStore["audit"]> &
  Named<"openRequests", OpenRequests> & { readonly check: Store["check"] };

export type CallName = keyof StoreCalls;

export type StoreCall = readonly [id: number, name: CallName, args: readonly unknown[]];

export interface CarriedError {
  readonly reason?: StoreError["reason"];
  readonly message: string;
}

export type StoreAnswer =
  | readonly [id: number, value: unknown]
  | readonly [id: number, value: null, error: CarriedError];

/** The store's calls for a worker, which can call nothing else. */
export function callsOf(store: WorkerStore): StoreCalls {
  const { records, ledger, audit, openRequests, check } = store;
  return {
    "records.list": records.list,
    "records.get": records.get,
    "records.put": records.put,
    "records.add": records.add,
    "records.remove": records.remove,
    "records.findToken": records.findToken,
    "records.touchToken": records.touchToken,
    "records.version": records.version,
    "ledger.reserve": ledger.reserve,
    "ledger.settle": ledger.settle,
    "ledger.renew": ledger.renew,
    "ledger.leavePlace": ledger.leavePlace,
    "ledger.reap": ledger.reap,
    "ledger.budgetStates": ledger.budgetStates,
    "ledger.rateStates": ledger.rateStates,
    "ledger.usage": ledger.usage,
    "ledger.usageRecords": ledger.usageRecords,
    "ledger.runs": ledger.runs,
    "ledger.pruneUsage": ledger.pruneUsage,
    "ledger.noteOffers": ledger.noteOffers,
    "audit.append": audit.append,
    "audit.appendRunEnd": audit.appendRunEnd,
    "audit.list": audit.list,
    "audit.wasRouted": audit.wasRouted,
    "openRequests.enter": openRequests.enter,
    "openRequests.leave": openRequests.leave,
    check,
  };
}
