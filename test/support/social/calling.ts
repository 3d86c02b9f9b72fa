import assert from 'node:assert/strict'
import { type PlatformEndpoints, realEndpoints } from '#features/social/platforms/endpoints.ts'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import type { PlatformOptions } from '#features/social/platforms/options.ts'
import type {
  AccountDescription,
  Json,
  Platform,
  PostContent,
  PostFile,
  PublishContext,
} from '#features/social/platforms/platform.ts'
import { createPlatformCalls, type ObservedCall } from '#features/social/platforms/platform-calls.ts'
import type { PlatformSimulator } from './simulator.ts'

/** What a platform is made with in tests: other endpoints, and perhaps another clock. */
export function platformOptions(
  endpoints: Partial<PlatformEndpoints>,
  now: () => Date = () => new Date(),
): PlatformOptions {
  return {
    calls: createPlatformCalls({ userAgent: 'web:sales-test:1.0', now }),
    endpoints: { ...realEndpoints, ...endpoints },
    now,
  }
}

/** A file of a post that is not worth being looked at. */
export const simpleFile = (file: Partial<PostFile> & { content?: string } = {}): PostFile => ({
  kind: 'image',
  type: 'image/jpeg',
  name: 'picture.jpg',
  size: Buffer.byteLength(file.content ?? 'picture'),
  width: 1200,
  height: 800,
  seconds: null,
  alternativeText: '',
  read: () => Promise.resolve(Buffer.from(file.content ?? 'picture')),
  url: () => 'https://example.org/files/picture.jpg',
  ...file,
})

/** The context of calls for the account of a simulated platform; `observed` gathers the history. */
export function createContexts(simulator: PlatformSimulator, account: AccountDescription) {
  const observed: ObservedCall[] = []
  return {
    observed,
    context: (content: Partial<PostContent> = {}): PublishContext => ({
      client: simulator.client,
      accessToken: simulator.grant().accessToken,
      account,
      signal: AbortSignal.timeout(30_000),
      observe: (call) => observed.push(call),
      content: { text: '', title: '', target: {}, files: [], ...content },
      idempotencyKey: 'f0b1c7a2-0000-4000-8000-000000000000',
    }),
    /** Nothing in the history or in a message is a secret. */
    assertNoSecrets(...messages: string[]) {
      const { accessToken, refreshToken } = simulator.grant()
      const written = JSON.stringify([observed, messages])
      for (const secret of [accessToken, refreshToken, simulator.client.secret])
        if (secret) assert.ok(!written.includes(secret), 'a secret was written')
      assert.ok(!written.includes('token-'), 'a token was written')
    },
  }
}

/** Prepares a post until it is ready, as the publisher does; what is stored in between is JSON. */
export async function prepareFully(platform: Platform, context: PublishContext): Promise<Json> {
  assert.ok(platform.publishing)
  let progress: Json | null = null
  for (let round = 0; round < 100; round++) {
    const preparation = await platform.publishing.prepare(context, progress)
    progress = JSON.parse(JSON.stringify(preparation.progress)) as Json
    if (preparation.isReady) return progress
  }
  throw new Error('it never gets ready')
}

/** The fault with which something ends. */
export async function faultOf(doing: Promise<unknown>): Promise<PlatformFault> {
  const error = await doing.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof PlatformFault, `no fault of a platform: ${String(error)}`)
  return error
}
