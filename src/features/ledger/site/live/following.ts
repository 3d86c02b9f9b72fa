import { checkpointPath } from '#features/ledger/site/addresses.ts'

/** How often it is asked whether there is something new, in milliseconds. */
const interval = 15_000

interface FollowOptions {
  /** Whether something is being read already. */
  isBusy: () => boolean
  /** The checkpoint that is shown: null of an empty ledger, undefined while nothing is shown. */
  getKnown: () => string | null | undefined
  onSame: () => void
  onFault: () => void
  onChange: () => Promise<void>
}

/** Asks at intervals, while the page is looked at, whether there is another checkpoint than the one that is shown. */
export function followCheckpoint({ isBusy, getKnown, onSame, onFault, onChange }: FollowOptions): void {
  whileLookedAt(async () => {
    if (isBusy()) return
    const known = getKnown()
    try {
      if (known !== undefined && (await isNewest(known))) return onSame()
    } catch {
      return onFault()
    }
    // Meanwhile somebody may have asked for something.
    if (!isBusy()) await onChange()
  })
}

/** Does something at intervals while the page is looked at, and when it is looked at again. */
function whileLookedAt(work: () => Promise<void>): void {
  let timer: ReturnType<typeof setInterval> | undefined
  const look = () => {
    if (!isPaused()) void work()
  }
  const follow = () => {
    clearInterval(timer)
    if (!document.hidden) timer = setInterval(look, interval)
  }
  follow()
  document.addEventListener('visibilitychange', () => {
    follow()
    if (!document.hidden) look()
  })
}

/**
 * Whether a checkpoint is the newest; null is that of an empty ledger. Asking does not count in the hourly limit of the API,
 * which a form in another tab needs.
 */
async function isNewest(checkpoint: string | null): Promise<boolean> {
  const answer = await ask(checkpointPath)
  if (answer.status === 404) return checkpoint === null
  if (!answer.ok) throw new Error(`${checkpointPath} answered ${answer.status}`)
  return (await answer.text()) === checkpoint
}

/** Reads an answer of the API. @throws when there is none */
export async function readJson<T>(path: string): Promise<T> {
  const answer = await ask(path)
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return answer.json()
}

/** Until when nothing is asked by itself, in milliseconds. */
let pausedUntil = 0
const isPaused = () => Date.now() < pausedUntil

/** Asks the server. After an answer that it is asked too often, nothing is asked by itself for as long as that says. */
async function ask(path: string): Promise<Response> {
  const answer = await fetch(path, { cache: 'no-store' })
  if (answer.status === 429) {
    pausedUntil = Math.max(pausedUntil, Date.now() + readPause(answer.headers.get('retry-after')))
  }
  return answer
}

/** How long to wait by a `Retry-After` in seconds (RFC 9110 §10.2.3), in milliseconds; a minute when it says nothing usable. */
export function readPause(header: string | null): number {
  return /^\d{1,6}$/.test(header ?? '') ? Number(header) * 1000 : 60_000
}
