import { getHeapStatistics } from 'node:v8'

/** What giving memory back needs to know of the process; the process itself unless a test says otherwise. */
interface Surroundings {
  collect: (generation: 'minor' | 'major') => void
  /** Bytes that JavaScript holds, inside its heap and outside. */
  inUse: () => number
}

const mebibyte = 1024 * 1024
/** What may come together before the young generation is collected: a millisecond when little of it is still needed. */
const youngLimit = 4 * mebibyte
/** What may outlive that before everything is collected: some twenty milliseconds. */
const oldLimit = 12 * mebibyte

/**
 * Collects what long work has left behind, as soon as there is enough of it. Left to itself V8 lets the young generation
 * grow beyond a hundred MiB before it looks, which is fastest; work that nobody waits for can take less.
 */
export function createBusyCollection({ collect, inUse }: Surroundings): { look(): void } {
  let afterLast = Number.POSITIVE_INFINITY
  let afterMajor = Number.POSITIVE_INFINITY
  return {
    look() {
      const now = inUse()
      // The first look; or V8 has collected by itself.
      afterLast = Math.min(afterLast, now)
      afterMajor = Math.min(afterMajor, now)
      if (now - afterLast < youngLimit) return
      collect('minor')
      afterLast = inUse()
      if (afterLast - afterMajor < oldLimit) return
      collect('major')
      afterLast = inUse()
      afterMajor = afterLast
    },
  }
}

const { look } = createBusyCollection({
  collect: (type) => globalThis.gc?.({ type, execution: 'sync' }),
  inUse() {
    const { used_heap_size, external_memory } = getHeapStatistics()
    return used_heap_size + external_memory
  },
})

/**
 * For long work in the background, between two of its steps, when it has little in hand: gives back what the steps before
 * left behind. Does nothing where Node was started without `--expose-gc`.
 */
export function collectBetweenSteps(): void {
  if (globalThis.gc) look()
}
