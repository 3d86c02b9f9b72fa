import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { hasAllLetters } from '#platform/database/letters.ts'
import { countLiveRoles } from '#platform/roles/process-roles.ts'
import { createWorkerWatch } from '#platform/roles/worker-watch.ts'
import { siteSettings } from '#site/settings.ts'
import { operatorPermissions } from './permissions.ts'
import { operatorRoutes } from './routes.ts'

/** Tells admins what the legal pages cannot yet say about the operator of the site, and what the operator has to mend. */
export function createOperatorFeature({ settings: { get }, pool, db, log }: Core) {
  const watch = createWorkerWatch({ db, log })
  const findOperator = () => ({
    name: get(siteSettings.companyName),
    address: get(siteSettings.companyAddress),
    register: get(siteSettings.companyRegister),
    law: get(siteSettings.governingLaw),
  })
  return {
    permissions: operatorPermissions,
    apiParts: [
      { name: 'Operator', description: 'What is not configured about who runs the site.', group: 'team' },
    ],
    routes: [
      operatorRoutes({
        findOperator,
        hasAllLetters: () => hasAllLetters(pool),
        readBackground: async () => ({
          lacks_worker: watch.isWithoutWorker(),
          processes: await countLiveRoles(db),
        }),
      }),
    ],
    pollers: [watch.poller],
  } satisfies Feature
}
