import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface ConnectionLimits {
  /** Connections that one network may hold at a time; 0 means unlimited. */
  perNetwork: number
  /** Requests of one connection that are worked on at a time; more of them wait. */
  requestsAtOnce: number
  /** Milliseconds for which a client may leave an answer unread. */
  writeTimeout: number
}

interface ConnectionOptions extends ConnectionLimits {
  /** The network that a connection is counted for; undefined for a trusted proxy, which stands for many. */
  networkOf: (socket: Socket) => string | undefined
  /** Tells a connection that there are too many of its network, and ends it. */
  refuse: (socket: Socket) => void
}

interface Pipeline {
  running: Set<ServerResponse>
  waiting: [IncomingMessage, ServerResponse][]
}

/** Limits on what one connection, and one network, may have of a server. */
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
        // Node closes only the one whose turn it was; those behind it would never end for whoever waits for that.
        if (response.socket === null && !response.writableFinished) response.destroy().emit('close')
      }
    })
    return pipeline
  }

  /** Ends a connection whose client does not read; one that waits for an answer of ours is left alone. */
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
     * Hands requests on, a few of each connection at a time. Those that a client sends before it has been answered
     * wait, and its connection is not read meanwhile (RFC 9112 §9.3.2 allows any number of them).
     */
    limitPipelining(handle: RequestListener): RequestListener {
      function start(pipeline: Pipeline, request: IncomingMessage, response: ServerResponse): void {
        // Its client may have gone while it waited.
        if (request.socket.destroyed) return
        pipeline.running.add(response)
        response.once('close', () => {
          pipeline.running.delete(response)
          // Whoever has gone needs no more answers.
          if (request.socket.destroyed) pipeline.waiting = []
          const next = pipeline.waiting.shift()
          if (!next) return
          if (pipeline.waiting.length === 0) request.socket.resume()
          // Not at once, so that other connections have their turn in between.
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

    /** Whether requests of a connection are being answered, so that nothing else may be written to it. */
    isAnswering,
  }
}
