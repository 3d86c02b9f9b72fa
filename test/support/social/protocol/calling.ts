import assert from 'node:assert/strict'
import { type PlatformEndpoints, realEndpoints } from '#features/social/platforms/endpoints.ts'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import type { PlatformOptions } from '#features/social/platforms/options.ts'
import type {
  AccountDescription,
  Json,
  PostContent,
  PublishContext,
  Publishing,
} from '#features/social/platforms/platform.ts'
import { createPlatformCalls, type ObservedCall } from '#features/social/platforms/platform-calls.ts'
import type { PlatformSimulator } from '../simulator.ts'

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
export async function prepareFully(
  { prepare }: Pick<Publishing, 'prepare'>,
  context: PublishContext,
  stored: Json | null = null,
): Promise<Json> {
  let progress = stored
  for (let round = 0; round < 200; round++) {
    const preparation = await prepare(context, progress)
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

/** Goes to the page of a platform that asks the person, as a browser does; the address it leads back to. */
export async function followAuthorization(page: URL): Promise<URL> {
  const answer = await fetch(page, { redirect: 'manual' })
  const location = answer.headers.get('location')
  if (location === null) throw new Error(`HTTP ${answer.status}: ${await answer.text()}`)
  return new URL(location)
}
