import { z } from 'zod'
import { defineSetting } from '#shared/setting.ts'

const mostWitnesses = 16
/** A verifier key of the type of cosignatures: name, id, and base 64 of 0x04 and 32 bytes (C2SP tlog-cosignature). */
const witnessKey = /^[^\s+]{1,200}\+[0-9a-f]{8}\+B[A-P][A-Za-z0-9+/]{42}$/

const splitLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** What admins change about the ledger. */
export const ledgerSettings = {
  /** The verifier keys of witnesses whose signatures are taken, one a line. */
  witnesses: defineSetting('ledgerWitnesses', {
    schema: z
      .string('required')
      .max(6_000, 'too_long')
      .transform((text) => [...new Set(splitLines(text))].join('\n'))
      .refine((text) => splitLines(text).every((line) => witnessKey.test(line)), 'witness_invalid')
      .refine((text) => splitLines(text).length <= mostWitnesses, 'too_many'),
    default: '',
  }),
  /** How many hours at least are between two checkpoints in the chain. */
  anchorHours: defineSetting('ledgerAnchorHours', {
    schema: z
      .number('invalid')
      .int('invalid')
      .min(1, 'anchor_hours_invalid')
      .max(720, 'anchor_hours_invalid'),
    default: 24,
  }),
  /** How many blocks, its own with them, make an anchor final. */
  anchorConfirmations: defineSetting('ledgerAnchorConfirmations', {
    schema: z
      .number('invalid')
      .int('invalid')
      .min(1, 'confirmations_invalid')
      .max(1000, 'confirmations_invalid'),
    default: 12,
  }),
  /** What anchoring may cost in 30 days, in the coin of the chain: decimal, since such amounts have 18 places. */
  anchorLimit: defineSetting('ledgerAnchorLimit', {
    schema: z
      .string('required')
      .trim()
      .regex(/^\d{1,9}(?:\.\d{1,18})?$/, 'coins_invalid'),
    default: '0.01',
  }),
}

/** The verifier keys in the value of the setting. */
export const listWitnesses = (value: string): string[] => splitLines(value)
