import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { localDayOf } from '#shared/time/days.ts'
import { createCheckStore } from './check-store.ts'
import type { PublicAddress } from './inventory.ts'
import type { CheckRow } from './table.ts'
import { createWatchStore, nightIsUnknown, someChangeIsUnknown } from './watch-store.ts'

export interface CheckScheduleOptions {
  db: Database
  clock: Clock
  timeZone(): string
  listAddresses(): Promise<PublicAddress[]>
}

/** How long pages rest after a change, so that several are looked at once, in milliseconds. */
export const restFor = 5_000
/** The hours of the night in which a check may begin, in the time zone of the site. */
const nightHours = { from: 3, to: 6 }

/** Decides when pages are checked: when somebody asks, every night, and when what they show has changed. */
export function createCheckSchedule({ db, clock, timeZone, listAddresses }: CheckScheduleOptions) {
  /** Asks for a check of all pages; while one waits or runs, it is that one. */
  async function askInside(
    transaction: Database,
    cause: 'person' | 'night',
    askedBy: string | null,
  ): Promise<CheckRow> {
    const checks = createCheckStore(transaction)
    await checks.lock()
    const open = await checks.findOpenFull()
    const now = clock.now()
    return open ?? checks.insert({ kind: 'full', cause, askedBy, addresses: null, askedAt: now, dueAt: now })
  }

  /** Asks for a check of addresses, together with those that wait for one already. */
  async function askForChanges(transaction: Database, addresses: readonly string[]): Promise<void> {
    const checks = createCheckStore(transaction)
    await checks.lock()
    const now = clock.now()
    const dueAt = new Date(now.getTime() + restFor)
    const waiting = await checks.findWaitingChanges()
    if (waiting)
      return checks.extend(waiting.id, {
        addresses: [...new Set([...(waiting.addresses ?? []), ...addresses])],
        dueAt,
      })
    await checks.insert({
      kind: 'changes',
      cause: 'publish',
      askedBy: null,
      addresses: [...addresses],
      askedAt: now,
      dueAt,
    })
  }

  return {
    ask: (userId: string): Promise<CheckRow> =>
      db.transaction((transaction) => askInside(transaction, 'person', userId)),

    /** The condition and the work of the night. */
    night: {
      isDue(now: Date) {
        const hour = localHour(now, timeZone())
        const isNight = hour >= nightHours.from && hour < nightHours.to
        return nightIsUnknown(isNight ? localDayOf(now, timeZone()) : undefined)
      },
      work: () =>
        db.transaction(async (transaction) => {
          const now = clock.now()
          if (await createWatchStore(transaction).noteNight(localDayOf(now, timeZone())))
            await askInside(transaction, 'night', null)
        }),
    },

    /** The condition and the work after something was published. */
    changes: {
      isDue: someChangeIsUnknown,
      work: () =>
        db.transaction(async (transaction) => {
          const watch = createWatchStore(transaction)
          const revision = await watch.readRevision()
          const [addresses, versions] = [await listAddresses(), await watch.listVersions()]
          const changed = findChanged(addresses, versions)
          if (changed.length > 0) await askForChanges(transaction, changed)
          await watch.noteRevision(revision)
        }),
    },
  }
}
export type CheckSchedule = ReturnType<typeof createCheckSchedule>

/**
 * The addresses of pages that show something else than when they were last looked at, that are new or gone; with each of
 * them its twins in the other languages, which name it.
 */
export function findChanged(
  addresses: readonly PublicAddress[],
  versions: ReadonlyMap<string, string>,
): string[] {
  const now = new Map(addresses.map(({ address, version }) => [address, version]))
  const changed = [
    ...addresses
      .filter(({ address, version }) => versions.get(address) !== version)
      .map(({ address }) => address),
    ...[...versions.keys()].filter((address) => !now.has(address) && versions.get(address) !== ''),
  ]
  const pathOf = (address: string) => address.replace(/^\/[a-z]{2}(?=\/)/, '')
  const paths = new Set(changed.map(pathOf))
  const all = [...now.keys(), ...versions.keys()].filter((address) => paths.has(pathOf(address)))
  return [...new Set(all)]
}

function localHour(moment: Date, timeZone: string): number {
  return Number(new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(moment))
}
