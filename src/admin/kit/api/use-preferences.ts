import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { SignedInUser } from '#shared/user.ts'
import { useApi } from './api-context.tsx'
import { describeError } from './errors.ts'
import { createPreferenceQueue, type Preferences } from './preference-queue.ts'

/**
 * Returns the function that stores what the signed-in user has chosen, in their account. It holds here at once; when it
 * cannot be stored, a toast says so.
 */
export function usePreferences(): (change: Preferences) => void {
  const api = useApi()
  const queries = useQueryClient()
  const toasts = useToasts()
  const { t } = useTexts()
  const queue = useRef<ReturnType<typeof createPreferenceQueue>>(undefined)
  queue.current ??= createPreferenceQueue((change) =>
    api.send('PATCH', '/api/auth/preferences', SignedInUser, change),
  )
  const { add } = queue.current
  return (change) => {
    for (const key of ['me', 'profile']) {
      // An answer that is under way does not know of the choice.
      void queries.cancelQueries({ queryKey: [key] })
      queries.setQueryData<SignedInUser>([key], (user) => user && { ...user, ...change })
    }
    add(change).catch((error: unknown) => toasts.show('error', describeError(error, t)))
  }
}
