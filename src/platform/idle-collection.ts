import { performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

/** The functions of the process that tests replace. */
interface Surroundings {
  /** Collects all garbage and returns the free memory. */
  collect: () => void
  /** The physical size of the JavaScript heap in bytes. */
  heapSize: () => number
  /** The share of the time since the last call in which the event loop was busy. */
  utilization: () => number
}

const lookEvery = 20_000
/** The process counts as idle below this utilization. */
const busyFrom = 0.05
/** The growth of the heap, in bytes, that is worth a pause. */
const worthwhile = 8 * 1024 * 1024

/**
 * Collects garbage when the process is idle and its heap has grown since the last time. V8 itself collects when memory is
 * allocated, so an idle process keeps the garbage of its start and of its busiest minute.
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

/** Collects garbage whenever the process is idle. Does nothing when Node was started without `--expose-gc`. */
export function collectWhenIdle(): void {
  const { gc } = globalThis
  if (!gc) return
  let before = performance.eventLoopUtilization()
  const { look } = createIdleCollection({
    // V8's most thorough collection, which takes a tenth of a second.
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
