import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long work may go on while requests wait, in milliseconds. */
const longest = 10

/** Made where long work begins, and called between its steps: others get a turn whenever it has gone on for a while. */
export function createTurns(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < longest) return
    await nextTurn()
    since = performance.now()
  }
}
