import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * A mutation whose `mutate` does nothing while it is running: the second press of a double click comes before the button
 * is disabled.
 */
export function useSingleMutation<Data, Variables = void>(
  options: UseMutationOptions<Data, Error, Variables>,
): UseMutationResult<Data, Error, Variables> {
  const isRunning = useRef(false)
  const mutation = useMutation(options)
  return {
    ...mutation,
    mutate(...order) {
      if (isRunning.current) return
      isRunning.current = true
      // A failure reaches the callbacks and the mutation's own state.
      void mutation
        .mutateAsync(...order)
        .catch(() => {})
        .finally(() => {
          isRunning.current = false
        })
    },
  }
}
