import type { PlatformId } from '#features/social/contract.ts'
import type { ByteRange } from '#platform/files/file-store.ts'
import type { ObservedCall } from './platform-calls.ts'

/** A value that can be stored as JSON. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** What we are known to a platform by: an application that the operator has registered there. */
export interface ClientCredentials {
  id: string
  secret: string
  /** The further key that Stack Overflow gives an application. */
  key?: string | undefined
}

/** What a platform has granted us for an account. */
export interface Grant {
  accessToken: string
  /** Null where the access token itself is renewed, or nothing can be. */
  refreshToken: string | null
  /** Null where it does not expire. */
  expiresAt: Date | null
  /** When nothing can be renewed any more, and a person has to connect again; null where that is not known. */
  refreshExpiresAt: Date | null
  /** The scopes granted, if the platform says so; null where it does not. */
  scopes: string[] | null
}

/** An account as its platform describes it. */
export interface AccountDescription {
  /** What the platform calls it for good. */
  externalId: string
  /** What people call it. */
  name: string
  /** Its page at the platform. */
  url: string | null
  /** What publishing needs to know about it, such as the URN of its author. No secrets. */
  data: Json
}

/** How often something may still be done, as the platform says. */
export interface Quota {
  left: number
  total: number | null
  /** When it begins anew. */
  resetsAt: Date | null
}

/** A place within an account that a post can be sent to, such as a repository, a subreddit or a category. */
export interface Target {
  id: string
  name: string
}

/** With what we call a platform. */
export interface CallContext {
  client: ClientCredentials
  accessToken: string
  account: Pick<AccountDescription, 'externalId' | 'name' | 'data'>
  signal: AbortSignal
  /** Told of every call, for the history of a post. */
  observe?: ((call: ObservedCall) => void) | undefined
}

export interface DescribeContext extends Omit<CallContext, 'account'> {
  /** Where a token does not say which account is meant: what the person has typed, later its `externalId`. */
  name?: string | undefined
}

/** A file of a post as its platform takes it. */
export interface PostFile {
  kind: 'image' | 'video'
  /** Such as `image/jpeg`. */
  type: string
  name: string
  /** In bytes. Of a picture as it was uploaded: its platform may take another form of it. */
  size: number
  /** In pixels. */
  width: number
  height: number
  /** Of a video. */
  seconds: number | null
  alternativeText: string
  /** What is in it, or in a part of it: a video is too large to be held as a whole. */
  read(range?: ByteRange): Promise<Buffer<ArrayBuffer>>
  /** An address, open for a while, at which the platform can fetch it. */
  url(): string
}

/** What a post says, as its platform takes it. */
export interface PostContent {
  text: string
  title: string
  /** Where it goes within the account, by the names of the platform's target fields. */
  target: Readonly<Record<string, string>>
  files: readonly PostFile[]
}

export interface PublishContext extends CallContext {
  content: PostContent
  /** The same for every attempt of one post. */
  idempotencyKey: string
}

/**
 * What has been prepared so far. `isReady: false` asks to be called again, after `wait` milliseconds; what it returns is stored before it
 * is called again, by this process or another.
 */
export type Preparation = { isReady: true; progress: Json } | { isReady: false; progress: Json; wait: number }

/** A post that the platform has taken. */
export interface Published {
  /** What the platform calls it. */
  id: string
  /** Its page; null while the platform does not say. */
  url: string | null
  /** The platform has it, but has not yet shown it: `settle` tells what becomes of it. */
  isPending?: boolean
}

/**
 * What has become of a pending post. A rejected one will never be shown, for a reason in the platform's words or by a code of
 * `social:faults.<code>`.
 */
export type Settlement = Published | { rejection: string }

/** What is known of a post that was being published when the process died or the answer was lost. */
export type Search = { state: 'published'; published: Published } | { state: 'absent' } | { state: 'unknown' }

/** Figures of a published post, by names of `social:post_figures.<name>`. */
export type PostFigures = Readonly<Record<string, number>>

/** The capabilities of a platform's interface, as the team is told of them. Texts are in `social:platforms.<id>`. */
export interface Capabilities {
  /** How an account is connected: at the platform's page, with a token that a person pastes, or by its name alone. */
  connection: 'oauth' | 'token' | 'name'
  /** `assisted`: a person posts by hand what we have prepared. */
  publishing: 'automatic' | 'assisted'
  /** Whether the platform has to approve the operator's application first. */
  needsApproval: boolean
  /** Whether the platform charges for what we do. */
  costsMoney: boolean
  /** Whether it fetches files from the site, which has to be public for it. */
  needsPublicSite: boolean
  canFind: boolean
  canRemove: boolean
  hasFigures: boolean
}

/** How an account of a platform is connected at the platform's own page (OAuth 2.0). */
export interface Authorization {
  /** What we ask for. */
  scopes: readonly string[]
  /** Whether it takes PKCE with S256 (RFC 7636). */
  usesPkce: boolean
  /** The platform's page that asks the person. `codeChallenge` is there where PKCE is used. */
  authorize(request: {
    client: ClientCredentials
    redirectUri: string
    state: string
    codeChallenge: string | undefined
  }): URL
  /** @throws {PlatformFault} */
  exchange(request: {
    client: ClientCredentials
    redirectUri: string
    code: string
    codeVerifier: string | undefined
    signal: AbortSignal
  }): Promise<Grant>
  /** Whether the access token itself is renewed, so that a grant without a refresh token can be renewed too. */
  renewsAccessToken?: true
  /** Renews what expires; missing where nothing does. @throws {PlatformFault} `token` when a person has to connect again */
  refresh?(request: { client: ClientCredentials; grant: Grant; signal: AbortSignal }): Promise<Grant>
  /** Tells the platform that we need the tokens no more. @throws {PlatformFault} */
  revoke?(request: { client: ClientCredentials; grant: Grant; signal: AbortSignal }): Promise<void>
}

/** How posts are published by the platform's interface. Every function throws `PlatformFault` alone. */
export interface Publishing {
  /** Does what shows nothing to anyone and may be done again: uploads, containers. Called until it is ready. */
  prepare(context: PublishContext, progress: Json | null): Promise<Preparation>
  /** The one call that cannot be undone. Called at most once, unless `find` says that it had no effect. */
  publish(context: PublishContext, progress: Json): Promise<Published>
  /**
   * Whether a post that was begun to be published at `since` is there. Never says `absent` while it may still appear.
   * @throws {PlatformFault} when that cannot be told now, with `again` where it is known when; it says nothing about the post
   */
  find(context: PublishContext, search: { progress: Json; since: Date }): Promise<Search>
  /** What has become of a pending post. @throws {PlatformFault} when that cannot be told now */
  settle?(context: PublishContext, progress: Json, published: Published): Promise<Settlement>
  /** Removes a published post. One that is not there any more is removed, or refused with 404 or 410. */
  remove?(context: CallContext, published: Published): Promise<void>
  readFigures?(context: CallContext, published: Published): Promise<PostFigures>
}

/** A social platform. */
export interface Platform {
  id: PlatformId
  capabilities: Capabilities
  authorization?: Authorization
  /** Describes the account of a token, and so tells whether it is accepted; posts nothing. @throws {PlatformFault} */
  describeAccount?(context: DescribeContext): Promise<AccountDescription>
  readQuota?(context: CallContext): Promise<Quota | undefined>
  /** The values of a target field that the account may use. @throws {PlatformFault} */
  listTargets?(
    context: CallContext,
    field: string,
    chosen: Readonly<Record<string, string>>,
  ): Promise<Target[]>
  publishing?: Publishing
  /** Where a person posts by hand, with what is prepared filled in where the platform allows it. */
  composeUrl?(content: Pick<PostContent, 'text' | 'title' | 'target'>): string
  /** How many posts a process publishes at once, and how many all processes begin within a minute. */
  pace: { atOnce: number; perMinute: number }
}
