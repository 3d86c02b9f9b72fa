import { monitorEventLoopDelay } from 'node:perf_hooks'

const sampleEvery = 250
const resolution = 10

/**
 * Watches how late the event loop is. It counts as overloaded while a turn of it took longer than `limit` milliseconds
 * on average, in two samples of a quarter of a second in a row: one long pause, as when the machine itself stood still,
 * is no overload.
 */
export function watchEventLoop(limit = 400) {
  const histogram = monitorEventLoopDelay({ resolution })
  histogram.enable()
  let late = 0
  const timer = setInterval(() => {
    const delay = histogram.count === 0 ? sampleEvery : histogram.mean / 1e6 - resolution
    late = delay > limit ? late + 1 : 0
    histogram.reset()
  }, sampleEvery)
  timer.unref()
  return {
    isOverloaded: () => late >= 2,
    stop(): void {
      clearInterval(timer)
      histogram.disable()
    },
  }
}
