import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { connectToHeap, heapPause } from './live-heap.ts'
import { peakDuring } from './peak.ts'
import { proportionalSetSize } from './process-tree.ts'
import { keep, type RunningServer } from './server.ts'

const visitor = fileURLToPath(new URL('visitor.ts', import.meta.url))

/**
 * How much a server with an inspector grows, in MiB: its threads included, without the garbage that V8 leaves while memory is free
 * (decision 12). It is read `everyMs`, with a collection that stops the server: less often for work of many seconds.
 */
export async function addedMemory(
  server: RunningServer,
  work: () => Promise<void>,
  everyMs = heapPause / 4,
): Promise<number> {
  using heap = await connectToHeap(server.inspectorPort ?? 0)
  const read = async () => {
    await heap.measure()
    return (await proportionalSetSize(server.pid)).node
  }
  const before = await read()
  const { peak } = await peakDuring(read, everyMs, work)
  return peak - before
}

/** How long another visitor waits for a page during work, in milliseconds, and how many seconds the work takes. */
export async function visitorDuring(
  server: RunningServer,
  work: () => Promise<void>,
): Promise<{ times: number[]; seconds: number }> {
  const watched = fork(visitor, [`${server.url}/es/`])
  keep(watched)
  await sleep(1_000)
  const begun = performance.now()
  await work()
  const seconds = (performance.now() - begun) / 1_000
  const reply = once(watched, 'message')
  watched.send('enough')
  return { times: z.array(z.number()).parse((await reply)[0]), seconds }
}
