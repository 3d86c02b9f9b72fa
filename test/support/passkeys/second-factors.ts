import { generateSync } from 'otplib'
import {
  FactorAdded,
  PasskeyCreationQuestion,
  SecondFactorRequired,
  TotpStart,
} from '#features/accounts/second-factor/contract.ts'
import { adminPassword, type TestApp } from '../build-app.ts'
import type { Reply, Send } from '../http-client.ts'
import type { Authenticator } from './authenticator.ts'

/** Where passkeys of the tests' products work. */
export const passkeyOrigin = 'http://localhost:3000'

/** What an authenticator app shows for a key at a time. */
export function totpCode(secret: string, at: Date): string {
  return generateSync({ secret, epoch: Math.floor(at.getTime() / 1000) })
}

/** Adds an authenticator app; returns its key, and the recovery codes if it is the first factor. */
export async function addTotp(app: TestApp, send: Send): Promise<{ secret: string; codes: string[] }> {
  const started = await send('/api/auth/second-factor/totp', { method: 'POST' })
  const { secret } = started.read(TotpStart)
  const json = { code: totpCode(secret, app.clock.now()) }
  const added = await send('/api/auth/second-factor/totp', { method: 'PUT', json })
  return { secret, codes: added.read(FactorAdded).recovery_codes ?? [] }
}

/** Adds a passkey of an authenticator. */
export async function addPasskey(
  send: Send,
  authenticator: Authenticator,
  name = 'Phone',
): Promise<FactorAdded> {
  const asked = await send('/api/auth/second-factor/passkeys/options', { method: 'POST' })
  const { challenge, passkey } = asked.read(PasskeyCreationQuestion)
  const response = authenticator.create(passkey, { origin: passkeyOrigin })
  const added = await send('/api/auth/second-factor/passkeys', { json: { challenge, response, name } })
  return added.read(FactorAdded)
}

/** Takes the first step of a sign-in, and returns what the second one needs. */
export async function askForSecondStep(
  app: Pick<TestApp, 'send'>,
  username: string,
): Promise<SecondFactorRequired> {
  const reply = await app.send('/api/auth/login', { form: { username, password: adminPassword } })
  return SecondFactorRequired.parse(reply.problem())
}

/** Takes the second step of a sign-in. */
export function takeSecondStep(app: Pick<TestApp, 'send'>, json: Record<string, unknown>): Promise<Reply> {
  return app.send('/api/auth/login/second-factor', { json })
}
