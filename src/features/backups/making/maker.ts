import { generateIdentity, identityToRecipient } from 'age-encryption'
import type { BackupCopy, BackupFailure } from '#features/backups/contract.ts'
import type { Destinations } from '#features/backups/destinations/destinations.ts'
import type { Clock } from '#platform/clock.ts'
import type { Cipher } from '#platform/encryption.ts'
import { type Logger, messageOf } from '#platform/log.ts'
import type { Poller } from '#platform/poller.ts'
import { explainFailure, MakingError } from './failure.ts'
import { type BackupChanges, type HeldBackup, type HeldBackupStore, LeaseLost } from './held-store.ts'
import { Canceled, holdLease } from './lease.ts'
import type { MakingPlan, ProveArchive, WriteArchive } from './ports.ts'
import { writeBackup } from './writing.ts'

/** A backup that has ended, well or not. */
export interface EndedBackup {
  id: string
  failure: BackupFailure | undefined
  /** What is known of it, where it was written. */
  size: number | undefined
  copies: readonly BackupCopy[]
}

export interface MakerOptions {
  /** For what is written while backups are made. */
  store: HeldBackupStore
  destinations: Destinations
  write: WriteArchive
  prove: ProveArchive
  planMaking(): MakingPlan
  findLastSize(): Promise<number | undefined>
  /** Writes the last of a backup and tells of it, in one transaction. */
  finish(held: HeldBackup, changes: BackupChanges, ended: EndedBackup): Promise<void>
  /** Called after each that has ended. */
  afterwards(): Promise<unknown>
  cipher: Cipher
  clock: Clock
  log: Logger
  /** Shorter for tests. */
  leaseSeconds?: number
}

/** How often processes may die over the same backup. */
const mostAttempts = 3
/** Progress is written no more often, in milliseconds. */
const tellEvery = 1_000

/**
 * Makes backups, each in one process, however many there are: it holds the row by a lease, and every write needs the fence
 * that it got with it. No transaction is open meanwhile.
 */
export function createMaker(options: MakerOptions) {
  const { store, log, leaseSeconds = 60 } = options
  const stopping = new AbortController()
  let running: Promise<void> | undefined

  /** Makes the backup that waits, if another process does not. */
  async function makeWaiting(): Promise<void> {
    const held = await store.take(leaseSeconds)
    if (!held) return
    const lease = holdLease(store, held, { seconds: leaseSeconds, signal: stopping.signal })
    try {
      await make(options, held, lease.signal)
    } catch (error) {
      if (!stopping.signal.aborted) throw error
      // Another process begins it anew, at once.
      await store.write(held, { state: held.state === 'proving' ? 'proving' : 'waiting', isReleased: true })
    } finally {
      lease.end()
    }
    await options.afterwards().catch((error: unknown) => {
      log.warn({ reason: messageOf(error) }, 'old backups, or files that belong to nothing, were not deleted')
    })
  }

  function run(): Promise<void> {
    running ??= makeWaiting()
      .catch((error: unknown) => {
        if (error instanceof LeaseLost) log.info('a backup was left to another process')
        else log.error({ reason: messageOf(error) }, 'a backup was left unfinished')
      })
      .finally(() => {
        running = undefined
      })
    return running
  }

  return {
    poller: {
      name: 'backups',
      everySeconds: 5,
      isDue: store.hasWork,
      // A stop waits for polls, and a backup takes long.
      async poll() {
        if (!stopping.signal.aborted) void run()
      },
    } satisfies Poller,
    run,
    /** Gives up what is being made, so that another process begins it anew. */
    async stop(): Promise<void> {
      stopping.abort(new Error('the process stops'))
      await running
    },
  }
}
export type Maker = ReturnType<typeof createMaker>

async function make(options: MakerOptions, held: HeldBackup, signal: AbortSignal): Promise<void> {
  const { clock, finish } = options
  try {
    if (held.isCanceled) throw new Canceled('the backup was canceled')
    if (held.attempts > mostAttempts)
      throw new MakingError('interrupted', `begun ${held.attempts - 1} times, never ended`)
    const isWritten = held.state === 'proving' && held.file !== null
    const written = isWritten ? held : await write(options, held, signal)
    await prove(options, written, signal)
    const at = clock.now()
    await finish(
      held,
      { state: 'done', progress: 1, provenAt: at, finishedAt: at, proofKey: null },
      { id: held.id, failure: undefined, size: written.size ?? undefined, copies: written.copies },
    )
  } catch (error) {
    if (error instanceof LeaseLost) throw error
    const { reason } = signal
    const cause = signal.aborted ? reason : error
    // The process stops, or another one has it.
    if (signal.aborted && !(reason instanceof Canceled)) throw reason
    await fail(options, held, cause)
  }
}

/** Notes why there is no proven backup. What was written and could not be proven is kept. */
async function fail(options: MakerOptions, held: HeldBackup, cause: unknown): Promise<void> {
  const { clock, log, finish } = options
  const isCanceled = cause instanceof Canceled
  const { failure, message } = isCanceled
    ? { failure: 'canceled' as const, message: '' }
    : explainFailure(cause, 'write_failed')
  if (!isCanceled) log.error({ backup: held.id, failure, reason: message }, 'a backup failed')
  const isKept = !isCanceled && held.copies.some(({ state }) => state === 'written')
  if (!isKept) await removeFile(options, held)
  const copies = held.copies.map((copy): BackupCopy => {
    if (copy.state === 'written') return isKept ? copy : { ...copy, state: 'deleted' }
    return { ...copy, state: 'failed' }
  })
  const changes = { state: 'failed', finishedAt: clock.now(), failure, failureDetail: message } as const
  await finish(
    held,
    { ...changes, proofKey: null, copies },
    { id: held.id, failure, size: undefined, copies },
  )
}

/** Writes it, and returns what is held now. */
async function write(options: MakerOptions, held: HeldBackup, signal: AbortSignal): Promise<HeldBackup> {
  const { store, destinations, planMaking, cipher, clock } = options
  await removeFile(options, held)
  const plan = planMaking()
  const isEncrypted = plan.recipients.length > 0
  const identity = isEncrypted ? await generateIdentity() : undefined
  const recipients = identity ? [...plan.recipients, await identityToRecipient(identity)] : []
  const startedAt = clock.now()
  const begun: HeldBackup = {
    ...held,
    ...{ file: fileNameOf(held, startedAt, isEncrypted), isEncrypted, startedAt },
    proofKey: identity ? cipher.encrypt(identity, held.id) : null,
    copies: plan.destinations.map((destination) => ({ destination, state: 'waiting', detail: null })),
  }
  const { file, proofKey, copies } = begun
  await store.write(held, {
    ...{ state: 'writing', startedAt, progress: 0, isEncrypted, proofKey, copies },
    file: file ?? '',
  })
  // So that `held` tells the truth about what has to be removed.
  Object.assign(held, begun)
  const lastSize = await options.findLastSize()
  const telling = createTelling((size: number) =>
    store.write(held, { size, progress: lastSize ? Math.min(size / lastSize, 0.99) : 0 }),
  )
  const written = await writeBackup({
    ...{ destinations, write: options.write, file: file ?? '', lastSize, signal, onProgress: telling.tell },
    plan: { ...plan, recipients },
  }).finally(telling.end)
  const { size, digest: sha256, contents } = written
  Object.assign(held, { state: 'proving', size, sha256, copies: written.copies })
  const changes = { state: 'proving', progress: 0, size, sha256, contents, copies: written.copies } as const
  await store.write(held, changes).catch(async (error: unknown) => {
    // Whoever has it now does not know of this file.
    if (error instanceof LeaseLost) await removeFile(options, held)
    throw error
  })
  return held
}

/** Proves what was written, as it can be read at a destination. @throws {MakingError} `proof_failed` */
async function prove(options: MakerOptions, held: HeldBackup, signal: AbortSignal): Promise<void> {
  const { destinations, cipher, store } = options
  const { file, copies, proofKey } = held
  const place = copies.find(({ state }) => state === 'written')
  const telling = createTelling((part: number) => store.write(held, { progress: Math.min(part, 0.99) }))
  try {
    if (!file || !place) throw new Error('there is no copy to prove')
    const { files } = await destinations.open(place.destination)
    await options.prove(
      async () => {
        const content = await files.open(file)
        if (!content) throw new Error('the file has gone')
        return content
      },
      {
        identity: proofKey === null ? undefined : cipher.decrypt(proofKey, held.id),
        ...{ signal, onProgress: telling.tell },
      },
    )
  } catch (error) {
    signal.throwIfAborted()
    throw explainFailure(error, 'proof_failed')
  } finally {
    await telling.end()
  }
}

/** Removes what an earlier attempt has left at its destinations. */
async function removeFile({ destinations, clock, log }: MakerOptions, held: HeldBackup): Promise<void> {
  const { file, copies } = held
  for (const { destination } of copies) {
    try {
      const place = await destinations.open(destination)
      if (file) await place.files.remove(file)
      await place.removeUnfinished(clock.now())
    } catch (error) {
      log.warn(
        { destination, reason: messageOf(error) },
        'what an unfinished backup left could not be removed',
      )
    }
  }
}

/** Each attempt has a name of its own, so that one that was thought dead disturbs nobody. */
function fileNameOf({ id, fence }: HeldBackup, at: Date, isEncrypted: boolean): string {
  const time = at.toISOString().slice(0, 16).replace(':', '').toLowerCase()
  return `firmeza-${time}-${id.slice(0, 8)}${fence > 1 ? `-${fence}` : ''}.${isEncrypted ? 'age' : 'tar'}`
}

/** Passes on the latest of many values, now and then. That it cannot be told is no reason to fail. */
function createTelling(write: (value: number) => Promise<void>) {
  let toldAt = performance.now()
  let told: Promise<void> | undefined
  return {
    tell(value: number): void {
      if (told || performance.now() - toldAt < tellEvery) return
      toldAt = performance.now()
      told = write(value)
        .catch(() => {})
        .finally(() => {
          told = undefined
        })
    },
    /** So that nothing late is written over the end. */
    end: async () => told,
  }
}
