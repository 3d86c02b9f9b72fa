import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'

const Targets = z.tuple([z.object({ webSocketDebuggerUrl: z.string() })])
const Reply = z.object({
  id: z.number().optional(),
  result: z.object({ usedSize: z.number(), backingStorageSize: z.number() }).partial().optional(),
})

/** Measures the heap of a process started with `--inspect` on that port: what it and the buffers still use after a collection, in MiB. */
export async function connectToHeap(port: number): Promise<{ measure(): Promise<number> } & Disposable> {
  const response = await fetch(`http://127.0.0.1:${port}/json/list`)
  const [{ webSocketDebuggerUrl }] = Targets.parse(await response.json())
  const socket = new WebSocket(webSocketDebuggerUrl)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  const waiting = new Map<number, (bytes: number) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id = 0, result } = Reply.parse(JSON.parse(String(data)))
    waiting.get(id)?.((result?.usedSize ?? 0) + (result?.backingStorageSize ?? 0))
    waiting.delete(id)
  })
  let calls = 0
  const call = (method: string) =>
    new Promise<number>((resolve) => {
      waiting.set(++calls, resolve)
      socket.send(JSON.stringify({ id: calls, method }))
    })
  return {
    async measure() {
      await call('HeapProfiler.collectGarbage')
      return (await call('Runtime.getHeapUsage')) / 1024 / 1024
    },
    [Symbol.dispose]: () => socket.close(),
  }
}

/** Measures repeatedly while `work` runs; returns its result and the largest live heap. */
export async function peakDuring<Result>(
  port: number,
  work: () => Promise<Result>,
): Promise<{ result: Result; peak: number }> {
  using heap = await connectToHeap(port)
  let isOver = false
  let peak = await heap.measure()
  const measuring = (async () => {
    while (!isOver) {
      peak = Math.max(peak, await heap.measure())
      // A collection blocks the process; the measured work must continue between two of them.
      await sleep(200)
    }
  })()
  const result = await work().finally(() => {
    isOver = true
  })
  await measuring
  return { result, peak }
}
