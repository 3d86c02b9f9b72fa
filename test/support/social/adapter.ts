import { createHash, randomBytes } from 'node:crypto'
import type {
  AccountDescription,
  Authorization,
  Grant,
  Platform,
  PostContent,
  PublishContext,
} from '#features/social/platforms/platform.ts'
import type { ObservedCall } from '#features/social/platforms/platform-calls.ts'
import { followAuthorization } from './protocol/calling.ts'
import type { PlatformSimulator } from './simulator.ts'

export const redirectUri = 'https://site.example/api/social/accounts/callback/test'

/** The parts that a platform of a test must have. */
export function requireParts({ authorization, describeAccount, publishing }: Platform) {
  if (!authorization || !describeAccount) throw new Error('The platform cannot be connected.')
  return { authorization, describeAccount, publishing }
}

/** Goes to the page of the platform as a browser does, and comes back with what it says. */
export async function openAuthorizationPage(
  { authorize, usesPkce }: Authorization,
  { client }: Pick<PlatformSimulator, 'client'>,
) {
  const codeVerifier = usesPkce ? randomBytes(32).toString('base64url') : undefined
  const codeChallenge = codeVerifier && createHash('sha256').update(codeVerifier).digest('base64url')
  const page = authorize({ client, redirectUri, state: 'the-state', codeChallenge })
  const location = await followAuthorization(page)
  return { location, code: location.searchParams.get('code') ?? '', codeVerifier }
}

/** Connects the account of a simulated platform. */
export async function connect(
  platform: Platform,
  simulator: PlatformSimulator,
): Promise<{ grant: Grant; account: AccountDescription; returned: URL }> {
  const { authorization, describeAccount } = requireParts(platform)
  const { client } = simulator
  const { location, code, codeVerifier } = await openAuthorizationPage(authorization, simulator)
  const signal = AbortSignal.timeout(10_000)
  const grant = await authorization.exchange({ client, redirectUri, code, codeVerifier, signal })
  const account = await describeAccount({ client, accessToken: grant.accessToken, signal })
  return { grant, account, returned: location }
}

/** The context of a post, whose calls are kept. */
export function publishContext(
  simulator: PlatformSimulator,
  account: PublishContext['account'],
  content: Partial<PostContent>,
): PublishContext & { observed: ObservedCall[] } {
  const observed: ObservedCall[] = []
  return {
    ...{ client: simulator.client, accessToken: simulator.grant().accessToken, account, observed },
    observe: (call) => observed.push(call),
    signal: AbortSignal.timeout(20_000),
    content: { text: 'A text', title: 'A title', target: {}, files: [], ...content },
    idempotencyKey: randomBytes(16).toString('hex'),
  }
}
