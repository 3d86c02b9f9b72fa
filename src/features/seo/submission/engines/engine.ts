import type {
  EngineName,
  SitemapState,
  SubmissionFault,
  SubmissionKind,
} from '#features/seo/submission/contract.ts'

/** What an engine has said to a request, and what follows. */
export interface EngineAnswer {
  /**
   * `accepted`: it has taken the addresses, but for those in `refused`; `again`: they may be sent again; `quota`: it takes no more
   * until `again`; `refused`: sending them again is no use, nor sending others before something has been changed.
   */
  verdict: 'accepted' | 'again' | 'quota' | 'refused'
  status: number | null
  fault: SubmissionFault | null
  /** The beginning of what it said. */
  answer: string
  /** Not before then. */
  again?: Date | undefined
  /** Addresses that it does not want though it accepts the others, with the reasons that it gives. */
  refused?: ReadonlyMap<string, string> | undefined
  /** How many it takes still, and of how many. */
  quota?: { left: number; total: number | null } | undefined
  sitemap?: SitemapState | undefined
}

/** A way to tell an engine of addresses: its protocol with our credentials. */
export interface SubmissionWay {
  /** How many addresses a request may hold. */
  mostAddresses: number
  /** Whether what it is told counts against the engine's quota. */
  hasQuota: boolean
  /** Tells the engine of addresses in one go. Never throws. */
  send(addresses: readonly string[], signal: AbortSignal): Promise<EngineAnswer>
}

/** What is known of an engine's quota. */
export interface KnownQuota {
  left: number
  at: Date
}

/** A search engine. */
export interface SearchEngine {
  name: EngineName
  /** What it can be told with what is configured now. */
  kinds(): SubmissionKind[]
  /** The settings that are needed and not set. */
  missing(): string[]
  /** The settings with which it could be told more. */
  optional(): string[]
  /** How something is told now; undefined when it cannot be. */
  findWay(kind: SubmissionKind, quota: KnownQuota | undefined): Promise<SubmissionWay | undefined>
  /** When its quota begins anew, if it has one by day. */
  nextQuota?(now: Date): Date
  /** Reads what it says of the sitemap, if it can be asked. */
  readSitemap?(address: string, signal: AbortSignal): Promise<SitemapState | undefined>
}
