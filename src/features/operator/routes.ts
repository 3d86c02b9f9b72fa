import type { z } from 'zod'
import { defineRoutes } from '#http/routes.ts'
import {
  BackgroundState,
  MissingOperatorData,
  type OperatorPart,
  operatorParts,
  SearchState,
} from './contract.ts'
import { operatorPermissions } from './permissions.ts'

interface OperatorRouteOptions {
  /** What is said about the operator; empty where nothing is. */
  findOperator(): Readonly<Record<OperatorPart, string>>
  /** Whether the database's search knows the letters of all scripts. */
  hasAllLetters: () => Promise<boolean>
  readBackground(): Promise<z.input<typeof BackgroundState>>
}

/** What the settings do not say about the operator, for admins. */
export const operatorRoutes = ({ findOperator, hasAllLetters, readBackground }: OperatorRouteOptions) =>
  defineRoutes((server) => {
    server.get(
      '/api/operator/missing',
      {
        config: { access: operatorPermissions.read },
        schema: {
          tags: ['Operator'],
          operationId: 'listMissingOperatorData',
          summary: 'What the legal pages cannot say about the operator, since no setting says it',
          response: { 200: MissingOperatorData },
        },
      },
      async () => {
        const operator = findOperator()
        return { missing: operatorParts.filter((part) => !operator[part]) }
      },
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

    server.get(
      '/api/operator/processes',
      {
        config: { access: operatorPermissions.read, isAutomatic: true },
        schema: {
          tags: ['Operator'],
          operationId: 'getBackgroundState',
          summary: 'Which processes run, and whether one works in the background',
          response: { 200: BackgroundState },
        },
      },
      readBackground,
    )
  })
