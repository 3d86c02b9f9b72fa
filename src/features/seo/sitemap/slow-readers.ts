import type { ServerResponse } from 'node:http'

interface SlowReading {
  /** How often it is looked at, in milliseconds. */
  every: number
  /** What a client takes at least in between, in bytes. */
  leastBytes: number
}

/** Ends a response whose client reads it far more slowly than any crawler does: others wait for it. */
export function endSlowReading(
  response: ServerResponse,
  { every, leastBytes }: SlowReading = { every: 10_000, leastBytes: 64 * 1024 },
): void {
  const { socket } = response
  if (!socket) return
  let before = socket.bytesWritten
  const look = setInterval(() => {
    const { bytesWritten } = socket
    // Without something unread, it is us for whom the client waits.
    if (response.writableLength > 0 && bytesWritten - before < leastBytes) response.destroy()
    before = bytesWritten
  }, every)
  look.unref()
  response.once('close', () => clearInterval(look))
}
