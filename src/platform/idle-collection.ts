import { performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

/** What a look at the process needs to know of it; the process itself unless a test says otherwise. */
interface Surroundings {
  /** Gives back all memory that can be given back. */
  collect: () => void
  /** Bytes that the JavaScript heap holds of the system's memory. */
  heapSize: () => number
  /** The share of the time since it was last asked in which the process was at work. */
  utilization: () => number
}

const lookEvery = 20_000
/** The process counts as idle below this share of its time. */
const busyFrom = 0.05
/** What may have come together since the last time before it is worth a pause. */
const worthwhile = 8 * 1024 * 1024

/**
 * Looks whether memory should be given back: the process is idle, and its heap has grown since the last time. V8 itself
 * collects when memory is asked for, so a process that was busy and then has nothing to do keeps the garbage of its
 * busiest minute, and that of its start, for as long as it idles.
 */
export function createIdleCollection({ collect, heapSize, utilization }: Surroundings): { look(): void } {
  let sizeAfterLast = 0
  return {
    look() {
      if (utilization() >= busyFrom || heapSize() < sizeAfterLast + worthwhile) return
      collect()
      sizeAfterLast = heapSize()
    },
  }
}

/** Gives memory back whenever the process idles. Does nothing where Node was started without `--expose-gc`. */
export function collectWhenIdle(): void {
  const { gc } = globalThis
  if (!gc) return
  let before = performance.eventLoopUtilization()
  const { look } = createIdleCollection({
    // What V8 does before it gives up for want of memory: a tenth of a second, when nobody is being served.
    collect: () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
    heapSize: () => getHeapStatistics().total_physical_size,
    utilization() {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, before)
      before = now
      return utilization
    },
  })
  setInterval(look, lookEvery).unref()
}
