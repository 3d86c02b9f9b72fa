import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { hasAllLetters } from '#platform/database/letters.ts'
import { operatorRoutes } from './routes.ts'

/** Tells admins what the legal pages cannot yet say about the operator of the site. */
export function createOperatorFeature({ config, pool }: Pick<Core, 'config' | 'pool'>) {
  const { companyName, companyAddress, companyRegister, governingLaw } = config.site
  const operator = {
    name: companyName,
    address: companyAddress,
    register: companyRegister,
    law: governingLaw,
  }
  return {
    apiParts: [
      { name: 'Operator', description: 'What is not configured about who runs the site.', group: 'team' },
    ],
    routes: [operatorRoutes({ operator, hasAllLetters: () => hasAllLetters(pool) })],
  } satisfies Feature
}
