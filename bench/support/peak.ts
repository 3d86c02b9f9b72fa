import { setTimeout as sleep } from 'node:timers/promises'

/** Reads a figure before and repeatedly during `work`, `everyMs` apart; returns its result and the largest figure. */
export async function peakDuring<Result>(
  read: () => Promise<number>,
  everyMs: number,
  work: () => Promise<Result>,
): Promise<{ result: Result; peak: number }> {
  let isOver = false
  let peak = await read()
  const reading = (async () => {
    while (!isOver) {
      peak = Math.max(peak, await read())
      await sleep(everyMs)
    }
  })()
  const result = await work().finally(() => {
    isOver = true
  })
  await reading
  return { result, peak }
}
