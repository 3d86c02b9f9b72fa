import type { Registry } from 'prom-client'
import { createMetricReader } from '#platform/database/metric-reader.ts'
import { createLabelledGauges } from '#platform/gauges.ts'
import type { Logger } from '#platform/log.ts'
import type { Poller } from '#platform/poller.ts'
import type { Database } from '#platform/postgres.ts'
import { countLiveRoles, type LiveRoles, lacksWorker } from './process-roles.ts'

/** Looks in a row without a worker before that is told: one that is restarted is away for less. */
const looksUntilTold = 4

/** Measures which roles live. */
export function measureRoles(registry: Registry, db: Database): void {
  createLabelledGauges(
    registry,
    'role',
    createMetricReader(() => countLiveRoles(db)),
  )(
    'processes',
    'Live processes on this database, by what they do; absent while it does not answer',
    (roles) => Object.entries(roles),
  )
}

/** Logs that there is no process that works in the background, once until there is one again. */
export function createWorkerWatch({ db, log }: { db: Database; log: Logger }) {
  let looks = 0

  function note(roles: LiveRoles): void {
    const isTold = looks >= looksUntilTold
    looks = lacksWorker(roles) ? looks + 1 : 0
    if (!isTold && looks >= looksUntilTold)
      log.warn('no process works in the background: mails, posts and jobs wait; start one with ROLE=worker')
    if (isTold && looks === 0) log.info('a process works in the background again')
  }

  const poller: Poller = {
    name: 'worker-watch',
    everySeconds: 15,
    isOfProcess: true,
    poll: async () => note(await countLiveRoles(db)),
  }
  return {
    poller,
    /** Whether nobody has worked in the background for about a minute, as far as this process has seen. */
    isWithoutWorker: () => looks >= looksUntilTold,
  }
}
