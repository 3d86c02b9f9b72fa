import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until a condition holds. Fails, naming what was waited for, when it does not hold in time. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  description: string,
  seconds = 20,
): Promise<void> {
  for (const start = performance.now(); !(await condition()); await sleep(10)) {
    assert.ok(performance.now() - start < seconds * 1000, `not within ${seconds} s: ${description}`)
  }
}
