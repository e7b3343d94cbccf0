import type * as z from "zod/mini";

import type {
  budgetSchema,
  modelSchema,
  profileSchema,
  sectorSchema,
  sessionSchema,
  settingsSchema,
  signInOptionsSchema,
  tokenSchema,
  upstreamSchema,
  userSchema,
} from "../../shared/hubApi/hubAdmin.ts";
import type { kindSchema } from "../../shared/hubApi/hubKinds.ts";
import type {
  auditEntrySchema,
  runSchema,
  adminUsageSchema,
  usageRowSchema,
  upstreamHealthSchema,
} from "../../shared/hubApi/hubReports.ts";

export type Sector = z.infer<typeof sectorSchema>;
export type OwnKind = z.infer<typeof kindSchema>;
export type Profile = z.infer<typeof profileSchema>;
export type User = z.infer<typeof userSchema>;
export type Token = z.infer<typeof tokenSchema>;
export type Budget = z.infer<typeof budgetSchema>;
export type Upstream = z.infer<typeof upstreamSchema>;
export type UpstreamHour = z.infer<typeof upstreamHealthSchema>;
export type Model = z.infer<typeof modelSchema>;
export type Settings = z.infer<typeof settingsSchema>;
export type Run = z.infer<typeof runSchema>;
export type AuditEntry = z.infer<typeof auditEntrySchema>;
export type AdminUsageRow = z.infer<typeof usageRowSchema>;
export type AdminUsage = z.infer<typeof adminUsageSchema>;
export type Session = z.infer<typeof sessionSchema>;
export type SignInOptions = z.infer<typeof signInOptionsSchema>;
