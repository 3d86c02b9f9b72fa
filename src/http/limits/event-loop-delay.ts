import { monitorEventLoopDelay } from 'node:perf_hooks'

const sampleEvery = 250
const resolution = 10

/**
 * Measures the delay of the event loop. It is overloaded while the average delay was above `limit` milliseconds in two
 * successive samples of 250 ms: one long pause, as when the machine was suspended, is no overload.
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
