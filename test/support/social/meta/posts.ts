import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import {
  formOf,
  type PlatformRequest,
  publishOrFail,
  refusalSentence,
  type ShownPost,
  type SimulatorState,
  sendJson,
} from '../simulator.ts'
import { newMetaId, type SimulatedContainer } from './containers.ts'
import { type MetaProtocol, refuseGraph, rejectToken } from './protocol.ts'

interface PostOptions {
  protocol: MetaProtocol
  state: SimulatorState
  containers: Map<string, SimulatedContainer>
  retryAfter(): string
}

/** Publishes containers, and tells of posts. */
export function createSimulatedPosts({ protocol, state, containers, retryAfter }: PostOptions) {
  let hidden = 0

  function show(container: SimulatedContainer): ShownPost {
    container.status = 'PUBLISHED'
    const url = protocol.addressOf(randomBytes(6).toString('base64url'))
    const text = container.params.get(protocol.text) ?? ''
    return { id: newMetaId(), url, text, title: '', target: {}, files: container.files, at: new Date() }
  }

  return {
    hideListed(readings: number) {
      hidden = readings
    },
    find: (id: string) => state.shown.find((post) => post.id === id),
    publish(response: ServerResponse, request: PlatformRequest) {
      const form = formOf(request)
      const container = containers.get(form.get('creation_id') ?? '')
      if (container?.status !== 'FINISHED')
        return refuseGraph(response, { ...protocol.notReady, error_user_msg: 'The media cannot be found.' })
      publishOrFail(state, response, {
        act: () => show(container),
        succeed: ({ id }) => sendJson(response, 200, { id }),
        refuse: () =>
          refuseGraph(response, { code: 100, error_subcode: 2207010, error_user_msg: refusalSentence }),
        rejectToken: () => rejectToken(response, form.get('access_token')),
        limit() {
          const error = { message: 'Application request limit reached', code: 4, is_transient: true }
          sendJson(response, 429, { error }, { 'retry-after': retryAfter() })
        },
      })
    },
    list(response: ServerResponse) {
      hidden -= 1
      const listed = hidden >= 0 ? [] : state.shown.toReversed().slice(0, 50)
      sendJson(response, 200, {
        data: listed.map(({ id, url, text, at }) => ({
          ...{ id, permalink: url, [protocol.text]: text || undefined },
          timestamp: at.toISOString().replace(/\.\d+Z$/, '+0000'),
        })),
        paging: { cursors: { before: 'a', after: 'b' } },
      })
    },
    remove(response: ServerResponse, id: string) {
      state.shown.splice(0, state.shown.length, ...state.shown.filter((post) => post.id !== id))
      sendJson(response, 200, { success: true, deleted_id: id })
    },
    readInsights(response: ServerResponse, { url }: PlatformRequest) {
      const asked = (url.searchParams.get('metric') ?? '').split(',')
      if (asked.some((metric) => !protocol.metrics.includes(metric)))
        return refuseGraph(response, { code: 100, message: '(#100) metric[0] must be one of these values' })
      sendJson(response, 200, {
        data: asked.map((name, at) => ({ name, period: 'lifetime', values: [{ value: at + 1 }] })),
      })
    },
  }
}
