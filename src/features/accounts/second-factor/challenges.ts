import { hashToken, makeToken } from '#features/accounts/credentials.ts'
import type { SignedIn } from '#http/access.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import { type ChallengeRow, createChallengeStore } from './challenge-store.ts'

/** Whose session a challenge belongs to. */
export type Asker = Pick<SignedIn, 'user' | 'sessionId'>

const tenMinutes = 10 * 60_000

/** Stores a challenge for ten minutes; returns the token that names it. */
export async function issueChallenge(
  db: Database,
  challenge: Pick<ChallengeRow, 'purpose'> & Partial<ChallengeRow>,
  now: Date,
): Promise<string> {
  const token = makeToken()
  const expiresAt = new Date(now.getTime() + tenMinutes)
  await createChallengeStore(db).insert({ ...challenge, tokenHash: hashToken(token), expiresAt })
  return token
}

/** The refusal of a challenge that is unknown, expired or used; its `code` tells programs to begin again. */
export function expiredChallenge(status: 401 | 409): Problem {
  const code = 'challenge_expired'
  return new Problem(code, status, { extra: { code } })
}

/**
 * Takes the challenge that a session was given, so that it works once.
 * @throws {Problem} 409 `challenge_expired`
 */
export async function takeOwnChallenge(
  transaction: Database,
  { token, purpose }: { token: string; purpose: 'confirmation' | 'registration' },
  { user, sessionId }: Asker,
  now: Date,
): Promise<string> {
  const taken = await createChallengeStore(transaction).take(hashToken(token), purpose, now)
  if (!taken?.passkeyChallenge || taken.userId !== user.id || taken.sessionId !== sessionId)
    throw expiredChallenge(409)
  return taken.passkeyChallenge
}
