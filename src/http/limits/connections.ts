import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface ConnectionLimits {
  /** Simultaneous connections of one network; 0 means unlimited. */
  perNetwork: number
  /** Requests of one connection that are handled at the same time; further ones wait. */
  requestsAtOnce: number
  /** Milliseconds for which a client may leave a response unread. */
  writeTimeout: number
}

interface ConnectionOptions extends ConnectionLimits {
  /** The network that a connection counts for; undefined for a trusted proxy, which carries many clients. */
  networkOf: (socket: Socket) => string | undefined
  /** Refuses a connection beyond the limit of its network, and closes it. */
  refuse: (socket: Socket) => void
}

interface Pipeline {
  running: Set<ServerResponse>
  waiting: [IncomingMessage, ServerResponse][]
}

/** Creates the limits per connection and per network. */
export function createConnectionLimits(options: ConnectionOptions) {
  const pipelines = new WeakMap<Socket, Pipeline>()
  const counts = new Map<string, number>()

  function count(socket: Socket): void {
    const network = options.networkOf(socket)
    if (network === undefined || options.perNetwork === 0) return
    const open = (counts.get(network) ?? 0) + 1
    counts.set(network, open)
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1
      if (left > 0) counts.set(network, left)
      else counts.delete(network)
    })
    if (open > options.perNetwork) options.refuse(socket)
  }

  const isAnswering = (socket: Socket) => (pipelines.get(socket)?.running.size ?? 0) > 0

  function createPipeline(socket: Socket): Pipeline {
    const pipeline: Pipeline = { running: new Set(), waiting: [] }
    pipelines.set(socket, pipeline)
    socket.once('close', () => {
      for (const response of pipeline.running) {
        // Node emits `close` only for the current response; the ones behind it would never end.
        if (response.socket === null && !response.writableFinished) response.destroy().emit('close')
      }
    })
    return pipeline
  }

  /** Closes a connection whose client does not read; one that waits for a response stays open. */
  function endUnread(socket: Socket): void {
    const isWaitingForUs = isAnswering(socket) && socket.writableLength === 0
    if (isWaitingForUs) socket.setTimeout(options.writeTimeout)
    else socket.destroy()
  }

  return {
    /** Applies the limits on connections to a server. */
    attach(server: Server): void {
      server.timeout = options.writeTimeout
      server.on('connection', count)
      server.on('timeout', endUnread)
    },

    /**
     * Passes requests on, a few of each connection at a time. Further pipelined requests wait, and the connection is not
     * read meanwhile (RFC 9112 §9.3.2 allows any number of them).
     */
    limitPipelining(handle: RequestListener): RequestListener {
      function start(pipeline: Pipeline, request: IncomingMessage, response: ServerResponse): void {
        // The client may have disconnected while the request waited.
        if (request.socket.destroyed) return
        pipeline.running.add(response)
        response.once('close', () => {
          pipeline.running.delete(response)
          // A disconnected client needs no more responses.
          if (request.socket.destroyed) pipeline.waiting = []
          const next = pipeline.waiting.shift()
          if (!next) return
          if (pipeline.waiting.length === 0) request.socket.resume()
          // In a later turn of the event loop, so that other connections are handled in between.
          setImmediate(start, pipeline, ...next)
        })
        handle(request, response)
      }
      return (request, response) => {
        const { socket } = request
        const pipeline = pipelines.get(socket) ?? createPipeline(socket)
        if (pipeline.running.size < options.requestsAtOnce) return start(pipeline, request, response)
        pipeline.waiting.push([request, response])
        socket.pause()
      }
    },

    /** Whether requests of a connection are being handled, so that nothing else may be written to it. */
    isAnswering,
  }
}
