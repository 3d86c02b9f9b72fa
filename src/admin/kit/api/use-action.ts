import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { describeError } from './errors.ts'
import { useSingleMutation } from './use-single-mutation.ts'

interface ActionOptions {
  /** The screen shows `failure` itself; otherwise a toast does. */
  showsFailure?: boolean
  onError?: (error: unknown) => void
  /** After success and failure alike. */
  onSettled?: () => unknown
}

/** An action of the user: whether it is running, and why it failed the last time. */
export function useAction({ showsFailure = false, onError, onSettled }: ActionOptions = {}) {
  const { t } = useTexts()
  const toasts = useToasts()
  const { mutate, isPending, error, reset } = useSingleMutation({
    mutationFn: async ({ work, done }: { work: () => Promise<unknown>; done: string | undefined }) => {
      await work()
      if (done !== undefined) toasts.show('success', done)
    },
    onError: (failure) => {
      if (!showsFailure) toasts.show('error', describeError(failure, t))
      onError?.(failure)
    },
    onSettled: () => onSettled?.(),
  })
  return {
    isBusy: isPending,
    error,
    /** One sentence about why the last run failed. */
    failure: error ? describeError(error, t) : undefined,
    /** Starts it, unless it is running. `done` is the toast of a success. */
    run(work: () => Promise<unknown>, done?: string) {
      mutate({ work, done })
    },
    /** Forgets the failure. */
    reset,
  }
}
