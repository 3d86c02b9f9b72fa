import { toHex } from '#shared/base58.ts'
import { canonicalizeJson } from '#shared/canonical-json.ts'
import { hashPlain } from '#shared/transparency-log/tree.ts'

/** Whom a file names. */
export interface Holder {
  full_name: string
  organization: string
  position: string
}

/** The hash by which a statement names its holder: see `SignatureStatement` of the contract. */
export async function hashHolder(
  certificate: string,
  { full_name, organization, position }: Holder,
): Promise<string> {
  const text = canonicalizeJson({ certificate, full_name, organization, position })
  return toHex(await hashPlain(new TextEncoder().encode(text)))
}
