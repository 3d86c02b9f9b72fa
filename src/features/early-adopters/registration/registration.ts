import { randomUUID } from 'node:crypto'
import type { BotSignals, Registration } from '#features/early-adopters/contract.ts'
import type { ConsentTexts } from '#features/early-adopters/records/consent-texts.ts'
import { createLeadStore } from '#features/early-adopters/records/lead-store.ts'
import { searchTextOf } from '#features/early-adopters/records/search-text.ts'
import type { Clock } from '#platform/clock.ts'
import { groupCommit } from '#platform/group-commit.ts'
import type { Logger } from '#platform/log.ts'
import type { Database } from '#platform/postgres.ts'
import { emailKeyOf } from '#shared/email-address.ts'
import type { Language } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import type { CheckForBot } from './bot-check.ts'
import type { FindPagePath } from './page-path.ts'
import { createRegistrationStore } from './registration-store.ts'
import type { NewEarlyAdopter, SignUpStore } from './sign-up-store.ts'

interface RegistrationOptions {
  db: Database
  store: SignUpStore
  clock: Clock
  log: Logger
  texts: ConsentTexts
  checkForBot: CheckForBot
  findPagePath: FindPagePath
}

/** Where a sign-up comes from. */
export interface Registrant {
  /** The network of the client, which is not stored. */
  network: string
  /** ISO 3166-1 code. */
  country: string | undefined
}

const day = 24 * 3_600_000

/** Taking visitors into the programme. */
export function createRegistrations(options: RegistrationOptions) {
  const { db, store, clock, log, texts, checkForBot, findPagePath } = options
  const insert = groupCommit((rows: NewEarlyAdopter[]) => store.insertMany(rows), { isItemFault })
  const noteRepeat = groupCommit(
    async (keys: string[]) => {
      const now = clock.now()
      await createRegistrationStore(db).noteRepeats(keys, { now, since: new Date(now.getTime() - day) })
      return keys
    },
    { isItemFault: () => false },
  )

  return {
    /** Records that a lead was in contact with us. */
    async noteContact(leadId: string): Promise<void> {
      await createLeadStore(db).update(leadId, { lastContactAt: clock.now() })
    },

    /**
     * Registers a visitor; resolves once the lead is stored. An address that is registered already, in any case, changes
     * nothing in the lead; what it asks for is kept beside it. The answer and its time are the same, so that nobody can
     * probe for addresses. The mail to its owner is ordered afterwards. `from` is the client.
     * @throws {Problem} 429 when a proof of work is required, 422 for a page that does not exist
     */
    async register(sent: Registration & BotSignals, language: Language, from: Registrant): Promise<void> {
      const { email, name, company, segment, interests, kind, message } = sent
      const page = sent.page === null ? null : findPagePath(sent.page)
      if (page === undefined)
        throw new Problem('validation_failed', 422, { fields: [{ field: 'page', code: 'page_unknown' }] })
      if ((await checkForBot(from.network, email, sent)) === 'bot') return
      const emailKey = emailKeyOf(email)
      const row: NewEarlyAdopter = {
        id: randomUUID(),
        ...{ email, emailKey, name, company, segment, interests, language, kind, message, page },
        country: from.country ?? null,
        consentText: texts.hashOf(language),
        searchText: searchTextOf(name, email, company ?? ''),
        createdAt: clock.now(),
      }
      const result = await insert(row)
      if (result === 'added') return
      if (result === 'raced') await insert(row)
      noteRepeat(emailKey).catch((error: unknown) => log.warn({ err: error }, 'a repeat was not noted'))
    },
  }
}
export type Registrations = ReturnType<typeof createRegistrations>

// SQLSTATE classes 22 and 23: faults in the data of one row.
function isItemFault(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))
}
