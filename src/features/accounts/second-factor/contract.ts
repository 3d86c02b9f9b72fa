import { z } from 'zod'
import { nameText, text } from '#shared/text.ts'

/** What can be asked for after the password. */
export const secondFactorMethods = ['totp', 'passkey', 'recovery_code'] as const
export const SecondFactorMethod = z.enum(secondFactorMethods)
export type SecondFactorMethod = z.infer<typeof SecondFactorMethod>

/** How many passkeys a user has at most. */
export const mostPasskeys = 20
/** How many recovery codes there are at a time. */
export const recoveryCodeCount = 10

const ChallengeToken = text(100)
const base64url = (max: number) =>
  z
    .string('required')
    .min(1, 'required')
    .max(max, 'too_long')
    .regex(/^[\w-]+$/, 'invalid')
// A credential's id has at most 1,023 bytes (WebAuthn Level 3 §4).
const CredentialId = base64url(1400)
const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
export const PasskeyTransport = z.enum(transports)
export type PasskeyTransport = z.infer<typeof PasskeyTransport>

const CredentialReference = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(PasskeyTransport).exactOptional(),
})

/** What a browser is asked to sign with a passkey (WebAuthn Level 3 §5.5). */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  timeout: z.number().int(),
  rpId: z.string(),
  allowCredentials: z.array(CredentialReference),
  userVerification: z.enum(['required', 'preferred']),
})
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

/** What a browser is asked to make a passkey of (WebAuthn Level 3 §5.4). */
export const PasskeyCreation = z.object({
  challenge: z.string(),
  timeout: z.number().int(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number().int(), type: z.literal('public-key') })),
  excludeCredentials: z.array(CredentialReference),
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    userVerification: z.literal('preferred'),
  }),
  attestation: z.literal('none'),
})
export type PasskeyCreation = z.infer<typeof PasskeyCreation>

/** What a passkey has signed; further members are left out. */
export const PasskeyAnswer = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key', 'invalid'),
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(8_000),
    userHandle: base64url(200).nullish(),
  }),
})
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

/** A new passkey; further members are left out. */
export const NewPasskey = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key', 'invalid'),
  response: z.object({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(20_000),
    transports: z.array(z.string().max(30, 'too_long')).max(10, 'too_long').default([]),
  }),
})
export type NewPasskey = z.infer<typeof NewPasskey>

/** The second step of a sign-in: the challenge that the first one answered, and a code or what a passkey has signed. */
export const SecondStep = z.discriminatedUnion(
  'method',
  [
    z.object({ method: z.literal('totp'), challenge: ChallengeToken, code: text(40) }),
    z.object({ method: z.literal('recovery_code'), challenge: ChallengeToken, code: text(100) }),
    z.object({ method: z.literal('passkey'), challenge: ChallengeToken, response: PasskeyAnswer }),
  ],
  'invalid',
)
export type SecondStep = z.infer<typeof SecondStep>

/** What the refusal `second_factor_required` of a right password has beside its sentence. */
export const SecondFactorRequired = z.object({
  code: z.literal('second_factor_required'),
  /** Names this sign-in in its second step, for ten minutes and one success. */
  challenge: z.string(),
  methods: z.array(SecondFactorMethod),
  /** Where `methods` has `passkey`. */
  passkey: PasskeyRequest.optional(),
})
export type SecondFactorRequired = z.infer<typeof SecondFactorRequired>

/** What to ask a browser for, and the challenge that its answer is sent with. */
export const PasskeyQuestion = z.object({ challenge: z.string(), passkey: PasskeyRequest })
export type PasskeyQuestion = z.infer<typeof PasskeyQuestion>

export const PasskeyReply = z.object({ challenge: ChallengeToken, response: PasskeyAnswer })
export type PasskeyReply = z.infer<typeof PasskeyReply>

/** One passkey of the user. */
export const Passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
})
export type Passkey = z.infer<typeof Passkey>

/** The second factor of the signed-in user. */
export const SecondFactor = z.object({
  totp: z
    .object({
      added_at: z.iso.datetime(),
      /** False once the server's secret has changed: then it has to be removed and added again. */
      is_readable: z.boolean(),
    })
    .nullable(),
  passkeys: z.array(Passkey),
  /** Null without another factor. */
  recovery_codes: z.object({ left: z.number().int(), created_at: z.iso.datetime() }).nullable(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

/** The key of a new authenticator app, which counts once a first code was given. */
export const TotpStart = z.object({
  /** In base 32, to be typed. */
  secret: z.string(),
  /** To be shown as a QR code. */
  uri: z.string(),
})
export type TotpStart = z.infer<typeof TotpStart>

export const TotpConfirmation = z.object({ code: text(40).min(1, 'code_required') })
export type TotpConfirmation = z.infer<typeof TotpConfirmation>

/** A new factor; with the recovery codes, shown this once, if it is the first one. */
export const FactorAdded = z.object({
  second_factor: SecondFactor,
  recovery_codes: z.array(z.string()).nullable(),
})
export type FactorAdded = z.infer<typeof FactorAdded>

/** The recovery codes, shown this once. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

export const PasskeyName = z.object({
  name: nameText(60, 'name_required').pipe(z.string().min(1, 'name_required')),
})
export type PasskeyName = z.infer<typeof PasskeyName>

export const PasskeyCreationQuestion = z.object({ challenge: z.string(), passkey: PasskeyCreation })
export type PasskeyCreationQuestion = z.infer<typeof PasskeyCreationQuestion>

export const PasskeyDraft = PasskeyName.extend({ challenge: ChallengeToken, response: NewPasskey })
export type PasskeyDraft = z.infer<typeof PasskeyDraft>
