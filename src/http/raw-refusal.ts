import type { Socket } from 'node:net'
import { problemContentType } from './problem-details.ts'

/** An error response to a client whose request could not be parsed. */
export interface RawRefusal {
  status: number
  headers: Record<string, string>
  /** The problem as JSON (RFC 9457). */
  body: string
}

const reasons: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  413: 'Content Too Large',
  431: 'Request Header Fields Too Large',
  503: 'Service Unavailable',
}

/** Writes a refusal to a connection whose request could not be read, and ends the connection. */
export function writeRawRefusal(socket: Socket, { status, headers, body }: RawRefusal): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const lines = Object.entries({
    ...headers,
    'content-type': problemContentType,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status} ${reasons[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}
