import { useMutation } from '@tanstack/react-query'

/** Runs one thing at a time and knows whether it is under way. */
export function useBusy() {
  const { mutateAsync, isPending } = useMutation({ mutationFn: (work: () => Promise<void>) => work() })
  return { isBusy: isPending, run: (work: () => Promise<void>) => void mutateAsync(work) }
}
