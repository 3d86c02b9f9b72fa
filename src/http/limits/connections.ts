import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface ConnectionLimits {
  /** Simultaneous connections of one network; 0 means unlimited. */
  perNetwork: number
  /** Simultaneous connections of all networks. */
  total: number
  /** Requests of one connection that are handled at the same time; further ones wait. */
  requestsAtOnce: number
  /** Milliseconds for which a client may leave a response unread. */
  writeTimeout: number
  /**
   * Milliseconds for which the idle connection of a trusted proxy stays open beyond the time of others. The proxy should be
   * the one to close it: a request that it sends while we close is lost.
   */
  proxyIdleTime: number
}

interface ConnectionOptions extends ConnectionLimits {
  /** The network that a connection counts for; undefined for a trusted proxy, which carries many clients. */
  networkOf: (socket: Socket) => string | undefined
  /** Refuses a connection beyond the limit of its network or of all, and closes it. */
  refuse: (socket: Socket, isFull: boolean) => void
}

interface Pipeline {
  running: Set<ServerResponse>
  waiting: [IncomingMessage, ServerResponse][]
}

/** Creates a function that counts connections, and refuses those beyond a limit. */
function createCount({ perNetwork, total, networkOf, refuse }: ConnectionOptions) {
  const counts = new Map<string, number>()
  let all = 0

  /** Counts a connection of a network. Returns how many it has now. */
  function countNetwork(network: string, socket: Socket): number {
    const open = (counts.get(network) ?? 0) + 1
    counts.set(network, open)
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1
      if (left > 0) counts.set(network, left)
      else counts.delete(network)
    })
    return open
  }

  return (socket: Socket) => {
    all++
    socket.once('close', () => all--)
    const network = perNetwork === 0 ? undefined : networkOf(socket)
    const open = network === undefined ? 0 : countNetwork(network, socket)
    const isFull = all > total
    if (isFull || open > perNetwork) refuse(socket, isFull)
  }
}

/** Creates the limits per connection and per network. */
export function createConnectionLimits(options: ConnectionOptions) {
  const pipelines = new WeakMap<Socket, Pipeline>()
  const readBefore = new WeakMap<Socket, number>()
  const count = createCount(options)
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

  /** Whether a connection is kept by a proxy that has read everything. Once between two requests. */
  function isKeptByProxy(socket: Socket): boolean {
    if (socket.writableLength > 0 || options.networkOf(socket) !== undefined) return false
    const isFirst = readBefore.get(socket) !== socket.bytesRead
    readBefore.set(socket, socket.bytesRead)
    return isFirst
  }

  /** Closes a connection whose client does not read or sends no further request; one that waits for a response stays open. */
  function endUnread(socket: Socket): void {
    const isWaitingForUs = isAnswering(socket) && socket.writableLength === 0
    if (isWaitingForUs) socket.setTimeout(options.writeTimeout)
    else if (isKeptByProxy(socket)) socket.setTimeout(options.proxyIdleTime)
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
