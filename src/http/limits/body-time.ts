import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** Limits the time in which a request has to send its whole body. `refuse` answers 408 and closes the connection. */
export function limitBodyTime(
  request: IncomingMessage,
  milliseconds: number,
  refuse: (socket: Socket) => void,
): void {
  if (request.complete) return
  const late = setTimeout(() => {
    // The body of a request that was refused early is not read, so that neither event is emitted.
    if (request.complete) return
    refuse(request.socket)
  }, milliseconds).unref()
  const isOver = () => clearTimeout(late)
  request.once('end', isOver).once('close', isOver)
}
