import { hashToken, makeToken } from '#platform/secrets/bearer-token.ts'
import type { TestApp } from '../build-app.ts'
import { registrationOf } from '../factories.ts'

/** A signature that waits for its activation, and the token of the link that was sent for it. */
export interface ActivationLink {
  token: string
  signatureId: string
  email: string
}

/** Invites somebody who has just joined. The mail with the link is not sent: its token is known. */
export async function addActivationLink(
  { send, pool, clock }: Pick<TestApp, 'send' | 'pool' | 'clock'>,
  { hours = 72 }: { hours?: number } = {},
): Promise<ActivationLink> {
  const registration = registrationOf({ name: 'Nuria Ñíguez' })
  await send('/api/early-adopters', { json: registration })
  const token = makeToken('')
  const expiresAt = new Date(clock.now().getTime() + hours * 3_600_000)
  const { rows } = await pool.query(
    `INSERT INTO signatures (lead_id, invited_at, expires_at)
     SELECT id, $2, $3 FROM early_adopters WHERE email = $1 RETURNING id`,
    [registration.email, clock.now(), expiresAt],
  )
  const signatureId: string = rows[0].id
  await pool.query(
    `INSERT INTO signature_links (token_hash, signature_id, kind, created_at, expires_at)
     VALUES ($1, $2, 'invitation', $3, $4)`,
    [hashToken(token), signatureId, clock.now(), expiresAt],
  )
  return { token, signatureId, email: registration.email }
}

/** What somebody writes to activate their signature. */
export const activationForm = {
  fullName: 'Nuria Ñíguez',
  organization: 'Cooperativa del Valle',
  position: 'Directora',
  country: 'ES',
  phoneNumber: '',
  linkedinProfile: '',
  useCase: 'Firmar albaranes',
  agreedToTerms: 'yes',
}
