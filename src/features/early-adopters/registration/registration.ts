import { randomUUID } from 'node:crypto'
import type { BotSignals, Registration } from '#features/early-adopters/contract.ts'
import type { ConsentTexts } from '#features/early-adopters/records/consent.ts'
import { createLeadStore } from '#features/early-adopters/records/lead-store.ts'
import { searchTextOf } from '#features/early-adopters/records/search-text.ts'
import type { Clock } from '#platform/clock.ts'
import { groupCommit } from '#platform/group-commit.ts'
import type { Logger } from '#platform/log.ts'
import type { Database } from '#platform/postgres.ts'
import { emailKeyOf } from '#shared/email-address.ts'
import type { Language } from '#shared/languages.ts'
import type { CheckForBot } from './bot-check.ts'
import { createRegistrationStore } from './registration-store.ts'
import type { NewEarlyAdopter, SignUpStore } from './sign-up-store.ts'

interface RegistrationOptions {
  db: Database
  store: SignUpStore
  clock: Clock
  log: Logger
  texts: ConsentTexts
  checkForBot: CheckForBot
}

const day = 24 * 3_600_000

/** Taking visitors into the programme. */
export function createRegistrations({ db, store, clock, log, texts, checkForBot }: RegistrationOptions) {
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
     * nothing: the answer and its time are the same, so that nobody can probe for addresses. The mail to its owner is
     * ordered afterwards. `network` is the address of the client.
     * @throws {Problem} 429 when a proof of work is required
     */
    async register(sent: Registration & BotSignals, language: Language, network: string): Promise<void> {
      const { email, name, company, segment, interests } = sent
      if ((await checkForBot(network, email, sent)) === 'bot') return
      const emailKey = emailKeyOf(email)
      const isNew = await insert({
        id: randomUUID(),
        ...{ email, emailKey, name, company, segment, interests, language },
        consentText: texts.hashOf(language),
        searchText: searchTextOf(name, email, company ?? ''),
        createdAt: clock.now(),
      })
      if (isNew) return
      noteRepeat(emailKey).catch((error: unknown) => log.warn({ err: error }, 'a repeat was not noted'))
    },
  }
}
export type Registrations = ReturnType<typeof createRegistrations>

// SQLSTATE classes 22 and 23: faults in the data of one row.
function isItemFault(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))
}
