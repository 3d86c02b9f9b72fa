import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { Verification, type VerifiedEngine } from '#features/seo/verification/contract.ts'

const path = '/api/admin/seo/verification'
const queryKey = [path]
const Verifications = z.array(Verification)

/** The codes of search engines, and what can be done with them. */
export function useVerifications() {
  const api = useApi()
  const queries = useQueryClient()
  const take = (state: Verification[]) => queries.setQueryData(queryKey, state)
  const query = useQuery({ queryKey, queryFn: ({ signal }) => api.get(path, Verifications, signal) })
  return {
    query,
    /** Stores a code, then looks whether the page shows it. */
    async save(engine: VerifiedEngine, code: string): Promise<void> {
      take(await api.send('PUT', `${path}/${engine}`, Verifications, { code }))
      take(await api.send('POST', `${path}/checks`, Verifications))
    },
    async remove(engine: VerifiedEngine): Promise<void> {
      await api.command('DELETE', `${path}/${engine}`)
      await queries.invalidateQueries({ queryKey })
    },
    async check(): Promise<void> {
      take(await api.send('POST', `${path}/checks`, Verifications))
    },
  }
}
export type VerificationActions = Omit<ReturnType<typeof useVerifications>, 'query'>
