import type { CertificateRecord } from '#features/signatures/contract.ts'
import { CheckError } from './steps.ts'

/** Whether a value has a form. */
type Form = (value: unknown) => boolean

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/

const text: Form = (value) => typeof value === 'string'
const shaped =
  (pattern: RegExp): Form =>
  (value) =>
    typeof value === 'string' && pattern.test(value)
const id = shaped(uuid)
const hex = shaped(/^[0-9a-f]+$/)
const chainBytes = shaped(/^0x(?:[0-9a-f]{2})+$/)
const moment: Form = (value) =>
  typeof value === 'string' && time.test(value) && !Number.isNaN(Date.parse(value))
const count: Form = (value) => Number.isSafeInteger(value) && Number(value) >= 0
const nothing: Form = (value) => value === null
const optional =
  (form: Form): Form =>
  (value) =>
    value === null || form(value)
const listOf =
  (form: Form): Form =>
  (value) =>
    Array.isArray(value) && value.every(form)
/** Exactly these members. */
const object =
  (forms: Readonly<Record<string, Form>>): Form =>
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    const members = new Map<string, unknown>(Object.entries(value))
    return (
      members.size === Object.keys(forms).length &&
      Object.entries(forms).every(([name, form]) => members.has(name) && form(members.get(name)))
    )
  }

const statement = object({
  type: (value) => value === 'activation',
  ...{ certificate: id, signature: id, address: text, holder: hex, activated_at: moment },
})

const inclusion = object({
  ...{ leaf_index: count, leaf_hash: hex, tree_size: count, root_hash: hex, hashes: listOf(hex) },
})

const anchor = object({
  ...{ chain_id: count, chain: text, size: count, root_hash: hex, checkpoint_text: text, inclusion },
  transaction: object({ hash: chainBytes, sender: text, raw: chainBytes, url: optional(text) }),
  block: object({ number: count, hash: chainBytes, at: moment }),
  proof: optional(object({ header: chainBytes, position: count, nodes: listOf(chainBytes) })),
})

const recordForm = object({
  ...{ certificate_id: id, signature_id: id, statement, statement_signature: hex, public_key: hex },
  ...{ revoked_at: optional(moment), revoke_reason: optional(text) },
  anchor: optional(anchor),
  ledger: optional(
    object({
      ...{ salt: hex, checkpoint: text },
      leaf: object({
        ...{ index: count, kind: text, time: moment, commitment: hex, data: text, leaf_hash: hex },
        opening: nothing,
      }),
      inclusion,
      keys: listOf(object({ verifier_key: text, created_at: moment, retired_at: optional(moment) })),
    }),
  ),
})

const isRecord = (value: unknown): value is CertificateRecord => recordForm(value)

/**
 * Reads the record of a certificate, with no member missing or added: whatever is not checked could say anything.
 * Our own check instead of the contract's schema, whose library is larger than all that this page loads.
 */
export function readRecord(value: unknown): CertificateRecord {
  if (!isRecord(value)) throw new CheckError('failed', 'record_form')
  const { certificate_id, signature_id, statement: stated, revoked_at, revoke_reason } = value
  const isOne = stated.certificate === certificate_id && stated.signature === signature_id
  if (!isOne || (revoked_at === null && revoke_reason !== null)) throw new CheckError('failed', 'record_form')
  return value
}
