import type { VerifiedAuthenticationResponse } from '@simplewebauthn/server'
import type { UserRow } from '#features/accounts/table.ts'
import {
  type NewPasskey,
  type PasskeyAnswer,
  PasskeyCreation,
  PasskeyRequest,
  PasskeyTransport,
} from './contract.ts'
import type { PasskeyRow } from './passkey-store.ts'

interface PasskeyOptions {
  /** The origin of the site: passkeys work there and nowhere else. */
  publicUrl: string
  siteName(): string
}

type VerifiedPasskey = Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'transports'>

// Loaded when first needed: certificates and what else attestations are made of take megabytes.
const load = () => import('@simplewebauthn/server')

// Ed25519, ES256 and RS256 (RFC 9053, RFC 8812), which all authenticators know one of.
const algorithms = [-8, -7, -257] as const
// Five minutes, so that people can look for their telephone.
const timeout = 300_000

/** What browsers are asked for about passkeys, and the check of what they answer (WebAuthn Level 3). */
export function createPasskeys({ publicUrl, siteName }: PasskeyOptions) {
  const { hostname: rpId, origin } = new URL(publicUrl)

  return {
    /** What a browser has to sign; `keys` are the passkeys that may, all when there are none. */
    async request(
      keys: readonly PasskeyRow[],
      userVerification: PasskeyRequest['userVerification'],
    ): Promise<PasskeyRequest> {
      const { generateAuthenticationOptions } = await load()
      const allowCredentials = keys.map(referTo)
      const options = { rpID: rpId, allowCredentials, userVerification, timeout }
      return PasskeyRequest.parse(await generateAuthenticationOptions(options))
    },

    /** What a browser has to make a passkey of. */
    async creation(
      { id, username, name }: Pick<UserRow, 'id' | 'username' | 'name'>,
      keys: readonly PasskeyRow[],
    ): Promise<PasskeyCreation> {
      const { generateRegistrationOptions } = await load()
      const options = await generateRegistrationOptions({
        rpName: siteName(),
        rpID: rpId,
        userID: Uint8Array.from(Buffer.from(id)),
        userName: username,
        userDisplayName: name,
        timeout,
        supportedAlgorithmIDs: [...algorithms],
        attestationType: 'none',
        excludeCredentials: keys.map(referTo),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      })
      return PasskeyCreation.parse(options)
    },

    ...createPasskeyChecks({ rpId, origin }),
  }
}

/** The check of what browsers answer for the site of an origin. */
function createPasskeyChecks({ rpId, origin }: { rpId: string; origin: string }) {
  return {
    /** A new passkey that has signed the challenge; undefined when it is none. */
    async verifyNew(response: NewPasskey, challenge: string): Promise<VerifiedPasskey | undefined> {
      const { verifyRegistrationResponse } = await load()
      try {
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          response: { ...response, response: withKnownTransports(response), clientExtensionResults: {} },
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: rpId,
          requireUserVerification: false,
          supportedAlgorithmIDs: [...algorithms],
        })
        if (!verified) return undefined
        const { id, publicKey, counter, transports = [] } = registrationInfo.credential
        return {
          credentialId: id,
          publicKey: Buffer.from(publicKey).toString('base64url'),
          counter,
          transports,
        }
      } catch {
        // It throws for whatever is not as it must be; nobody but the sender has done anything wrong.
        return undefined
      }
    },

    /** The counter of a passkey that has signed the challenge; undefined when it has not. */
    async verify(
      passkey: PasskeyRow,
      response: PasskeyAnswer,
      { challenge, isVerified }: { challenge: string; isVerified: boolean },
    ): Promise<number | undefined> {
      const { verifyAuthenticationResponse } = await load()
      try {
        const { userHandle: _, ...signed } = response.response
        const result: VerifiedAuthenticationResponse = await verifyAuthenticationResponse({
          response: { ...response, response: signed, clientExtensionResults: {} },
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: rpId,
          credential: {
            id: passkey.credentialId,
            publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
            counter: passkey.counter,
          },
          requireUserVerification: isVerified,
        })
        return result.verified ? result.authenticationInfo.newCounter : undefined
      } catch {
        return undefined
      }
    },
  }
}

export type Passkeys = ReturnType<typeof createPasskeys>

const knownTransports = (given: readonly string[]) =>
  given.flatMap((one) => PasskeyTransport.safeParse(one).data ?? [])

const referTo = ({ credentialId, transports }: PasskeyRow) => ({
  id: credentialId,
  transports: knownTransports(transports),
})

function withKnownTransports({ response }: NewPasskey) {
  return { ...response, transports: knownTransports(response.transports) }
}
