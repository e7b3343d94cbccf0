/** The caller, as identified by the authenticator. */
export interface Caller {
  readonly tokenId: string;
  readonly userId?: string;
  readonly profileId: string;
  readonly sectorId: string;
}
