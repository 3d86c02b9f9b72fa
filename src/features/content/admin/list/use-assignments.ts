import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useRefetchAfter } from '#admin/kit/api/use-refetch-after.ts'
import { useSingleMutation } from '#admin/kit/api/use-single-mutation.ts'
import { contentQueries } from '#features/content/admin/use-content.ts'
import { Assignment, type AssignmentChange } from '#features/content/contract.ts'

const path = '/api/content/assignments'
const queryKey = contentQueries.assignments

/** Who translates which text until when. */
export function useAssignments() {
  const api = useApi()
  return useQuery({ queryKey, queryFn: ({ signal }) => api.get(path, z.array(Assignment), signal) })
}

/** Sets the owner, the due date or both of some texts. */
export function useAssign() {
  const api = useApi()
  const run = useRefetchAfter([queryKey])
  return useSingleMutation({
    mutationFn: (change: AssignmentChange) => run(() => api.send('PUT', path, z.array(Assignment), change)),
  })
}
