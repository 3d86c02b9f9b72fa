import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** Gives a request so many milliseconds to send the whole of its body; `refuse` then answers 408 and ends its connection. */
export function limitBodyTime(
  request: IncomingMessage,
  milliseconds: number,
  refuse: (socket: Socket) => void,
): void {
  if (request.complete) return
  const late = setTimeout(() => {
    // What is left of a request that was refused early is read by nobody, and so says no end.
    if (request.complete) return
    refuse(request.socket)
  }, milliseconds).unref()
  const isOver = () => clearTimeout(late)
  request.once('end', isOver).once('close', isOver)
}
