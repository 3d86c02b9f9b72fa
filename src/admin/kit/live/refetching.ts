// However often something changes, it is fetched at most once in so many milliseconds.
const pause = 1_000

export interface RefetchingOptions {
  refetch(): void
  document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
}

/** Fetches at once when asked, but not too often, and not while nobody looks. */
export function createRefetching({ refetch, document }: RefetchingOptions) {
  let isAsked = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function run(): void {
    timer = undefined
    if (!isAsked || document.visibilityState === 'hidden') return
    isAsked = false
    refetch()
    timer = setTimeout(run, pause)
  }

  const look = () => {
    if (timer === undefined) run()
  }
  document.addEventListener('visibilitychange', look)
  return {
    ask(): void {
      isAsked = true
      look()
    },
    stop(): void {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    },
  }
}
