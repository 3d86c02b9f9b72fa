import type { IncomingMessage } from 'node:http'

/** Gives a request so many milliseconds to send the whole of its body; then it is answered 408 and its connection ends. */
export function limitBodyTime(request: IncomingMessage, milliseconds: number): void {
  if (request.complete) return
  const late = setTimeout(() => {
    // What is left of a request that was refused early is read by nobody, and so says no end.
    if (request.complete) return
    request.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
    request.socket.destroySoon()
  }, milliseconds).unref()
  const isOver = () => clearTimeout(late)
  request.once('end', isOver).once('close', isOver)
}
