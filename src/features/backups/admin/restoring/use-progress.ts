import { useEffect, useState } from 'react'
import { RestoreProgress } from '#features/backups/restoring/contract.ts'

const path = '/api/restores/current'
// In milliseconds.
const askEvery = 1_000

/** What is known of the running restore; `none` where there was none of late. */
export interface KnownProgress {
  progress: RestoreProgress | 'none' | undefined
  /** Whether the server did not answer when it was last asked. */
  isAway: boolean
}

/** Asks how far the restore is until it has ended. Nobody is signed in meanwhile. */
export function useProgress(): KnownProgress {
  const [known, setKnown] = useState<KnownProgress>({ progress: undefined, isAway: false })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const aborting = new AbortController()
    async function ask() {
      const progress = await read(aborting.signal)
      if (aborting.signal.aborted) return
      setKnown((before) => (progress ? { progress, isAway: false } : { ...before, isAway: true }))
      const isOver = progress === 'none' || (progress && progress.state !== 'running')
      if (!isOver) timer = setTimeout(ask, askEvery)
    }
    void ask()
    return () => {
      aborting.abort()
      clearTimeout(timer)
    }
  }, [])
  return known
}

async function read(signal: AbortSignal): Promise<RestoreProgress | 'none' | undefined> {
  try {
    const response = await fetch(path, { signal, cache: 'no-store' })
    if (response.status === 404) return 'none'
    return response.ok ? RestoreProgress.parse(await response.json()) : undefined
  } catch {
    return undefined
  }
}
