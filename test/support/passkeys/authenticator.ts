import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  NewPasskey,
  PasskeyAnswer,
  PasskeyCreation,
  PasskeyRequest,
} from '#features/accounts/second-factor/contract.ts'

/** What a browser tells of itself, and what goes wrong in it. */
interface Browser {
  origin: string
  rpId?: string
  /** Whether the user has shown who they are, by a finger or a PIN. */
  isVerified?: boolean
  /** Signs this challenge instead of that of the request. */
  challenge?: string
  /** How often the passkey says it was used, instead of once more than before. */
  counter?: number
}

interface Credential {
  id: Buffer
  rpId: string
  userHandle: string
  privateKey: KeyObject
  counter: number
}

const base64url = (bytes: Buffer) => bytes.toString('base64url')
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

/** An authenticator made of software, with passkeys of ES256, as a telephone has them (WebAuthn Level 3 §6). */
export function createAuthenticator() {
  const credentials: Credential[] = []

  return {
    /** Makes a passkey and answers as a browser does. */
    create(request: PasskeyCreation, browser: Browser): NewPasskey {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const rpId = browser.rpId ?? request.rp.id
      const credential = { id: randomBytes(32), rpId, userHandle: request.user.id, privateKey, counter: 0 }
      credentials.push(credential)
      const data = Buffer.concat([
        headOf({ ...browser, rpId, counter: browser.counter ?? 0 }, 0x40),
        Buffer.alloc(16),
        Buffer.from([0, credential.id.length]),
        credential.id,
        coseKey(Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')),
      ])
      const id = base64url(credential.id)
      return {
        ...{ id, rawId: id, type: 'public-key' },
        response: {
          clientDataJSON: clientData('webauthn.create', browser.challenge ?? request.challenge, browser),
          attestationObject: base64url(attestation(data)),
          transports: ['internal'],
        },
      }
    },

    /** Signs with a passkey that the request allows, the newest one unless it names some. */
    get(request: PasskeyRequest, browser: Browser): PasskeyAnswer {
      const allowed = request.allowCredentials.map(({ id }) => id)
      const credential = credentials.findLast(
        ({ id }) => allowed.length === 0 || allowed.includes(base64url(id)),
      )
      if (!credential) throw new Error('this authenticator has none of the passkeys')
      credential.counter = browser.counter ?? credential.counter + 1
      const data = headOf({ rpId: credential.rpId, ...browser, counter: credential.counter })
      const client = clientData('webauthn.get', browser.challenge ?? request.challenge, browser)
      const signed = Buffer.concat([data, sha256(Buffer.from(client, 'base64url'))])
      const id = base64url(credential.id)
      return {
        ...{ id, rawId: id, type: 'public-key' },
        response: {
          clientDataJSON: client,
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', signed, credential.privateKey)),
          userHandle: credential.userHandle,
        },
      }
    },
  }
}
export type Authenticator = ReturnType<typeof createAuthenticator>

/** The head of the authenticator data: present, perhaps verified. */
function headOf(
  { rpId, isVerified = true, counter }: { rpId: string; isVerified?: boolean; counter: number },
  moreFlags = 0,
) {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(rpId), Buffer.from([0x01 | (isVerified ? 0x04 : 0) | moreFlags]), count])
}

function clientData(type: string, challenge: string, { origin }: Browser): string {
  return base64url(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })))
}

/** A public key of the curve P-256 in COSE form (RFC 9053 §7.1.1), as CBOR. */
function coseKey(x: Buffer, y: Buffer): Buffer {
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20])
  return Buffer.concat([head, x, Buffer.from([0x22, 0x58, 0x20]), y])
}

/** An attestation object of the format `none`, as CBOR. */
function attestation(data: Buffer): Buffer {
  const word = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
  const bytes = Buffer.concat([Buffer.from([0x59, data.length >> 8, data.length & 0xff]), data])
  return Buffer.concat([
    Buffer.from([0xa3]),
    ...[word('fmt'), word('none'), word('attStmt'), Buffer.from([0xa0]), word('authData'), bytes],
  ])
}
