import { randomInt } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { formOf, type PlatformRequest, type ShownPost, sendJson } from '../simulator.ts'
import { type MetaProtocol, refuseGraph } from './protocol.ts'

export interface SimulatedContainer {
  id: string
  params: URLSearchParams
  status: 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED'
  reason: string
  /** How often it still says that it is being processed. */
  delays: number
  files: ShownPost['files']
}

export const newMetaId = () => `17${Array.from({ length: 15 }, () => randomInt(10)).join('')}`

/** Makes containers, and fetches their files from the addresses that it is given. */
export function createSimulatedContainers(protocol: MetaProtocol) {
  const containers = new Map<string, SimulatedContainer>()

  async function fetchFile(container: SimulatedContainer, address: string): Promise<void> {
    const answer = await fetch(address).catch(() => undefined)
    const bytes = (await answer?.arrayBuffer())?.byteLength ?? 0
    if (!answer?.ok) {
      container.status = 'ERROR'
      container.reason = 'FAILED_DOWNLOADING_VIDEO'
      return
    }
    const type = answer.headers.get('content-type') ?? ''
    container.files = [{ type, bytes, alternativeText: container.params.get('alt_text') ?? '' }]
    container.status = 'FINISHED'
  }

  return {
    containers,
    async create(response: ServerResponse, request: PlatformRequest) {
      const params = formOf(request)
      const address = params.get('image_url') ?? params.get('video_url')
      const children = (params.get('children') ?? '').split(',').filter((id) => id !== '')
      if (children.some((id) => containers.get(id)?.status !== 'FINISHED'))
        return refuseGraph(response, {
          ...protocol.notReady,
          message: 'The requested resource does not exist',
        })
      if (params.get('media_type') === 'CAROUSEL' && children.length < 2)
        return refuseGraph(response, { code: 100, error_user_msg: 'A carousel has at least two items.' })
      const container: SimulatedContainer = {
        ...{ id: newMetaId(), params, reason: '' },
        status: address ? 'IN_PROGRESS' : 'FINISHED',
        delays: params.has('video_url') ? 1 : 0,
        files: children.flatMap((id) => containers.get(id)?.files ?? []),
      }
      containers.set(container.id, container)
      const fetching = address ? fetchFile(container, address) : undefined
      if (protocol.fetchesAtOnce && params.has('image_url')) await fetching
      if (container.status === 'ERROR')
        return refuseGraph(response, {
          ...{ code: 9004, error_subcode: 2207052, message: 'Only photo or video can be accepted' },
          error_user_msg: `The media could not be fetched from this URI: ${address}`,
        })
      sendJson(response, 200, { id: container.id })
    },
    read(response: ServerResponse, container: SimulatedContainer) {
      const status = container.delays > 0 ? 'IN_PROGRESS' : container.status
      container.delays = Math.max(0, container.delays - 1)
      sendJson(response, 200, {
        ...{ id: container.id, [protocol.status]: status },
        ...(container.reason !== '' && { [protocol.reason]: container.reason }),
      })
    },
  }
}
