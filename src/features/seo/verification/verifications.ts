import type { Changer, ChangeSettings } from '#features/seo/ports.ts'
import type { Clock } from '#platform/clock.ts'
import type { OutgoingClient } from '#platform/outgoing/client.ts'
import { OutgoingFault } from '#platform/outgoing/fault.ts'
import type { Database } from '#platform/postgres.ts'
import type { LiveSettings } from '#platform/settings/live-settings.ts'
import { Problem } from '#shared/problem.ts'
import {
  Verification,
  type VerificationCheck,
  type VerifiedEngine,
  verificationElements,
  verifiedEngines,
} from './contract.ts'
import { findPastedEngine, listMetaElements } from './meta-elements.ts'
import { verificationSettings } from './settings.ts'
import { createVerificationStore, type VerificationCheckRow } from './verification-store.ts'

/** How long the public page may take, in milliseconds, and how much of it is read, in bytes. */
const pageTimeout = 8_000
const mostPageBytes = 1_000_000

export interface VerificationOptions {
  db: Database
  clock: Clock
  settings: LiveSettings
  publicUrl: string
  /** Fetches the page as others do. */
  client: Pick<OutgoingClient, 'send'>
  changeSettings: ChangeSettings
}

/** The codes that prove to search engines whose site it is, and whether the public page shows them. */
export function createVerifications(options: VerificationOptions) {
  const { db, clock, settings, publicUrl, client, changeSettings } = options
  const store = createVerificationStore(db)
  const codeOf = (engine: VerifiedEngine) => settings.get(verificationSettings[engine])

  async function list(): Promise<Verification[]> {
    const checks = await store.list()
    return verifiedEngines.map((engine) => {
      const code = codeOf(engine)
      const check = checks.find((one) => one.engine === engine && one.code === code)
      return Verification.parse({
        ...{
          engine,
          code,
          state: code === '' ? 'pending' : 'verified',
          element: verificationElements[engine],
        },
        changed_at: settings.describe(verificationSettings[engine]).changedAt?.toISOString() ?? null,
        check: code !== '' && check ? toCheck(check) : null,
      })
    })
  }

  async function change(engine: VerifiedEngine, code: string, user: Changer): Promise<void> {
    const { key } = verificationSettings[engine]
    const { version } = settings.describe(verificationSettings[engine])
    await changeSettings({ changes: [{ key, value: code, version }], reason: '' }, user)
  }

  return {
    list,

    /**
     * Stores the code of an engine, which is in the head of every page from the next request on. @throws {Problem} 422 for
     * none, for one that is no code, and for the element of another engine
     */
    async save(engine: VerifiedEngine, pasted: string, user: Changer): Promise<Verification[]> {
      if (pasted.trim() === '') throw refuseCode('verification_code_required')
      if ((findPastedEngine(pasted) ?? engine) !== engine) throw refuseCode('verification_code_of_another')
      const code = verificationSettings[engine].schema.safeParse(pasted)
      if (!code.success || code.data === '') throw refuseCode('verification_code_invalid')
      await change(engine, code.data, user)
      return list()
    },

    /** Removes the code of an engine. */
    async remove(engine: VerifiedEngine, user: Changer): Promise<void> {
      if (codeOf(engine) !== '') await change(engine, '', user)
    },

    /** Looks for all codes in the public page. */
    async check(): Promise<Verification[]> {
      const wanted = verifiedEngines
        .map((engine) => ({ engine, code: codeOf(engine) }))
        .filter(({ code }) => code !== '')
      if (wanted.length === 0) return list()
      const { status, elements } = await readPage(client, publicUrl)
      const checkedAt = clock.now()
      await store.store(
        wanted.map(({ engine, code }) => {
          const shown = elements.filter(({ name }) => name === verificationElements[engine])
          const isFound = shown.some(({ content }) => content === code)
          const outcome = status !== 200 ? 'unreachable' : isFound ? 'found' : shown[0] ? 'other' : 'missing'
          return { engine, code, url: `${publicUrl}/`, outcome, status, checkedAt }
        }),
      )
      return list()
    },
  }
}
export type Verifications = ReturnType<typeof createVerifications>

const refuseCode = (code: string) =>
  new Problem('validation_failed', 422, { fields: [{ field: 'code', code }] })

const toCheck = ({ checkedAt, outcome, url, status }: VerificationCheckRow): VerificationCheck => ({
  ...{ outcome, url, status },
  at: checkedAt.toISOString(),
})

/** Fetches the page that engines fetch. */
async function readPage(
  client: VerificationOptions['client'],
  publicUrl: string,
): Promise<{ status: number | null; elements: ReturnType<typeof listMetaElements> }> {
  try {
    const { status, body } = await client.send({
      url: new URL(`${publicUrl}/`),
      method: 'GET',
      headers: { accept: 'text/html' },
      ...{ timeout: pageTimeout, mostBytes: mostPageBytes },
    })
    return { status, elements: status === 200 ? listMetaElements(body) : [] }
  } catch (error) {
    if (error instanceof OutgoingFault) return { status: null, elements: [] }
    throw error
  }
}
