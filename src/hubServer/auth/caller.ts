export interface Caller {
  readonly tokenId: string;
  readonly userId?: string;
  readonly profileId: string;
  readonly sectorId: string;
}
