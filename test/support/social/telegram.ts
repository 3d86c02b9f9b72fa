import type { ServerResponse } from 'node:http'
import type { PlatformEndpoints } from '#features/social/platforms/endpoints.ts'
import { fieldsOf, readMultipart } from './protocol/multipart.ts'
import {
  createSimulatorState,
  type PlatformRequest,
  type PlatformSimulator,
  publishOrFail,
  refusalSentence,
  type ShownPost,
  sendJson,
  startPlatformServer,
} from './simulator.ts'

const botId = 7_000_111
export const telegramChannel = { id: -1_001_234_567_890, title: 'Sales academy', username: 'sales_academy' }

type Fields = Record<string, unknown>

/** A server that speaks the Bot API of Telegram; its bot is an administrator of one channel, and no more than a reader of another. */
export async function startTelegramSimulator(): Promise<
  PlatformSimulator & { endpoints: PlatformEndpoints['telegram'] }
> {
  const state = createSimulatorState()
  let lastMessage = 100
  const say = (response: ServerResponse, result: unknown) => sendJson(response, 200, { ok: true, result })
  const refuse = (response: ServerResponse, code: number, description: string, more = {}, headers = {}) =>
    sendJson(response, code, { ok: false, error_code: code, description, ...more }, headers)
  const limit = (response: ServerResponse) => {
    const seconds = /^\d+$/.test(state.retryAfter) ? Number(state.retryAfter) : undefined
    const parameters = seconds === undefined ? {} : { parameters: { retry_after: seconds } }
    const sentence = `Too Many Requests: retry after ${state.retryAfter}`
    refuse(response, 429, sentence, parameters, { 'retry-after': state.retryAfter })
  }

  function send(
    response: ServerResponse,
    text: string,
    files: ShownPost['files'],
    count: number,
    one: boolean,
  ) {
    const ids = Array.from({ length: count }, () => ++lastMessage)
    const messages = ids.map((message_id) => ({
      ...{ message_id, date: 1, text },
      chat: { ...telegramChannel, type: 'channel' },
    }))
    publishOrFail(state, response, {
      act: () => ({
        ...{ id: ids.join(','), url: `https://t.me/${telegramChannel.username}/${ids[0]}` },
        ...{ text, title: '', target: {}, files, at: new Date() },
      }),
      succeed: () => say(response, one ? messages[0] : messages),
      refuse: () => refuse(response, 400, `Bad Request: ${refusalSentence}`),
      rejectToken: () => refuse(response, 401, 'Unauthorized'),
      limit: () => limit(response),
    })
  }

  const methods: Record<
    string,
    (response: ServerResponse, fields: Fields, files: Map<string, Buffer>) => void
  > = {
    getMe: (response) => say(response, { id: botId, is_bot: true, first_name: 'Bot', username: 'sales_bot' }),
    getChat: (response, { chat_id: chat }) => {
      const { id, username, title } = telegramChannel
      if (chat === `@${username}` || String(chat) === String(id))
        say(response, { ...telegramChannel, type: 'channel' })
      else if (chat === '@foreign_channel')
        say(response, { id: id - 1, title, username: 'foreign_channel', type: 'channel' })
      else if (chat === '@some_group') say(response, { id: id - 2, title, type: 'supergroup' })
      else refuse(response, 400, 'Bad Request: chat not found')
    },
    getChatMember: (response, { chat_id: chat, user_id: user }) => {
      if (Number(user) !== botId) return refuse(response, 400, 'Bad Request: user not found')
      const isOurs = String(chat) === String(telegramChannel.id)
      say(response, {
        status: 'administrator',
        user: { id: botId },
        can_post_messages: isOurs,
      })
    },
    sendMessage: (response, { text }) => {
      const said = String(text ?? '')
      if (said === '') refuse(response, 400, 'Bad Request: message text is empty')
      else if (said.length > 4096) refuse(response, 400, 'Bad Request: message is too long')
      else send(response, said, [], 1, true)
    },
    sendPhoto: (response, fields, files) => sendOne(response, fields, files, 'photo', 'image/jpeg'),
    sendVideo: (response, fields, files) => sendOne(response, fields, files, 'video', 'video/mp4'),
    sendMediaGroup: (response, fields, files) => {
      const media: { type: string; media: string; caption?: string }[] = JSON.parse(String(fields.media))
      if (media.length < 2 || media.length > 10) return refuse(response, 400, 'Bad Request: wrong number')
      const uploaded = media.map((one) => ({
        type: one.type === 'photo' ? 'image/jpeg' : 'video/mp4',
        bytes: files.get(one.media.replace('attach://', ''))?.length ?? -1,
        alternativeText: '',
      }))
      const captions = media.flatMap(({ caption }) => (caption === undefined ? [] : [caption]))
      send(response, captions.join('\n'), uploaded, media.length, false)
    },
    deleteMessage: (response, { message_id: id }) => remove(response, [Number(id)]),
    deleteMessages: (response, { message_ids: ids }) => remove(response, (ids as number[]).map(Number)),
  }

  function sendOne(
    response: ServerResponse,
    fields: Fields,
    files: Map<string, Buffer>,
    field: string,
    type: string,
  ) {
    const name = String(fields[field] ?? '').replace('attach://', '')
    const caption = String(fields.caption ?? '')
    const content = files.get(name)
    if (!content) return refuse(response, 400, `Bad Request: there is no ${field} in the request`)
    if (caption.length > 1024) return refuse(response, 400, 'Bad Request: message caption is too long')
    send(response, caption, [{ type, bytes: content.length, alternativeText: '' }], 1, true)
  }

  function remove(response: ServerResponse, ids: number[]) {
    const index = state.shown.findIndex(({ id }) => id === ids.join(','))
    if (index < 0) return refuse(response, 400, 'Bad Request: message to delete not found')
    state.shown.splice(index, 1)
    say(response, true)
  }

  const server = await startPlatformServer((response, request) => {
    const [, token, method = ''] = /^\/bot(\d+:[\w-]+)\/(\w+)$/.exec(request.url.pathname) ?? []
    if (token === undefined) return refuse(response, 404, 'Not Found')
    if (!state.accepts(token.replace(/^\d+:/, ''))) return refuse(response, 401, 'Unauthorized')
    const { fields, files } = readFields(request)
    const answer = methods[method]
    if (!answer) return refuse(response, 404, 'Not Found: method not found')
    if (method.startsWith('send') && String(fields.chat_id) !== String(telegramChannel.id))
      return refuse(response, 400, 'Bad Request: chat not found')
    answer(response, fields, files)
  })
  return Object.assign(state, server, {
    endpoints: { api: server.origin, site: 'https://t.me' },
    grant: () => ({
      accessToken: `${botId}:${state.tokens().accessToken}`,
      ...{ refreshToken: null, expiresAt: null, refreshExpiresAt: null, scopes: null },
    }),
  })
}

/** The parameters of a call, as JSON or as a form with files. */
function readFields(request: PlatformRequest): { fields: Fields; files: Map<string, Buffer> } {
  if (request.headers['content-type'] === 'application/json')
    return { fields: JSON.parse(request.body.toString('utf8')), files: new Map() }
  const parts = readMultipart(request)
  const files = parts.flatMap(({ name, filename, content }): [string, Buffer][] =>
    filename === undefined ? [] : [[name, content]],
  )
  return { fields: fieldsOf(parts), files: new Map(files) }
}
