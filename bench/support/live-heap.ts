import { z } from 'zod'
import { peakDuring } from './peak.ts'

/** Milliseconds between two measurements: a collection blocks the process, and the measured work must continue. */
export const heapPause = 200

const Targets = z.tuple([z.object({ webSocketDebuggerUrl: z.string() })])
const Reply = z.object({
  id: z.number().optional(),
  result: z.object({ usedSize: z.number(), backingStorageSize: z.number() }).partial().optional(),
})

/**
 * Measures the heap of a process started with `--inspect` on that port: what its objects and buffers still use after a
 * collection, in MiB.
 */
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

/** The result of `work` and the largest live heap while it runs. */
export async function peakHeapDuring<Result>(
  port: number,
  work: () => Promise<Result>,
): Promise<{ result: Result; peak: number }> {
  using heap = await connectToHeap(port)
  return await peakDuring(heap.measure, heapPause, work)
}
