import { timingSafeEqual } from 'node:crypto'
import { generateSecret, generateSync, generateURI } from 'otplib'

// What every authenticator app knows: six digits, half a minute, SHA-1 (RFC 6238).
const settings = { digits: 6, period: 30, algorithm: 'sha1' } as const
// The clock of a telephone may be half a minute off.
const drift = [0, -1, 1]

/** A new key of 160 bits, in base 32. */
export function makeTotpSecret(): string {
  return generateSecret({ length: 20 })
}

/** The address that authenticator apps read from a QR code. */
export function totpUri(secret: string, { issuer, username }: { issuer: string; username: string }): string {
  return generateURI({ ...settings, secret, issuer, label: username })
}

/** The step of half a minute that a code belongs to, if it is the present one or one beside it. */
export function findTotpStep(secret: string, code: string, now: Date): number | undefined {
  const given = Buffer.from(code.normalize('NFKC').replace(/[\s-]/g, ''))
  const present = Math.floor(now.getTime() / 1000 / settings.period)
  return drift
    .map((steps) => present + steps)
    .find((step) => {
      const expected = Buffer.from(generateSync({ ...settings, secret, epoch: step * settings.period }))
      return expected.length === given.length && timingSafeEqual(expected, given)
    })
}
