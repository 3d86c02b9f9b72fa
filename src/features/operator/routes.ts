import { defineRoutes } from '#http/routes.ts'
import { MissingOperatorData, type OperatorPart, operatorParts, SearchState } from './contract.ts'
import { operatorPermissions } from './permissions.ts'

interface OperatorRouteOptions {
  /** What is configured; empty or undefined where it is not. */
  operator: Readonly<Record<OperatorPart, string | undefined>>
  /** Whether the database's search knows the letters of all scripts. */
  hasAllLetters: () => Promise<boolean>
}

const variables: Readonly<Record<OperatorPart, string>> = {
  name: 'COMPANY_NAME',
  address: 'COMPANY_ADDRESS',
  register: 'COMPANY_REGISTER',
  law: 'GOVERNING_LAW',
}

/** What is not configured about the operator, for admins. */
export const operatorRoutes = ({ operator, hasAllLetters }: OperatorRouteOptions) =>
  defineRoutes((server) => {
    server.get(
      '/api/operator/missing',
      {
        config: { access: operatorPermissions.read },
        schema: {
          tags: ['Operator'],
          operationId: 'listMissingOperatorData',
          summary: 'What the legal pages cannot say about the operator, since it is not configured',
          response: { 200: MissingOperatorData },
        },
      },
      async () => ({
        missing: operatorParts
          .filter((part) => !operator[part])
          .map((part) => ({ part, variable: variables[part] })),
      }),
    )

    server.get(
      '/api/operator/search',
      {
        config: { access: operatorPermissions.seeSearch },
        schema: {
          tags: ['Operator'],
          operationId: 'getSearchState',
          summary: 'Whether the search knows the letters of all scripts',
          response: { 200: SearchState },
        },
      },
      async () => ({ knows_all_letters: await hasAllLetters() }),
    )
  })
