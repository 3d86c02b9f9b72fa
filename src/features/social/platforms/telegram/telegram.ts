import type { InputFile } from 'grammy/web'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import { readContent } from '#features/social/platforms/file-content.ts'
import type { PlatformOptions } from '#features/social/platforms/options.ts'
import type {
  AccountDescription,
  DescribeContext,
  Platform,
  PostFile,
  PublishContext,
} from '#features/social/platforms/platform.ts'
import { createTelegramCalls } from './telegram-calls.ts'

const albumSeparator = ','
const pieceBytes = 1024 * 1024

/**
 * Channels of Telegram, to which a bot posts that is an administrator there: https://core.telegram.org/bots/api
 * Texts are sent as they are, without `parse_mode`. Bots cannot read what a channel has shown: `getUpdates` gives what others posted, once, for a
 * day, and to a single reader, so that nobody can tell by it whether a post is there.
 */
export function createTelegram(options: PlatformOptions): Platform {
  const ask = createTelegramCalls(options)
  const { site } = options.endpoints.telegram

  /** https://core.telegram.org/api/links#message-links */
  const addressOf = ({ id, username }: { id: number; username?: string | undefined }, message: number) =>
    username ? `${site}/${username}/${message}` : `${site}/c/${String(id).replace(/^-100/, '')}/${message}`

  async function publish(context: PublishContext) {
    const { text, files } = context.content
    const chat = context.account.externalId
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    const messages = await ask(
      context,
      async (api, File) => {
        const [first] = files
        if (!first) return [await api.sendMessage(chat, text)]
        const media = files.map((file, index) => mediaOf(file, File, index, index === 0 ? text : ''))
        const [only] = media
        if (media.length > 1) return await api.sendMediaGroup(chat, media)
        if (only?.type === 'video') {
          const { media: video, type, ...rest } = only
          return [await api.sendVideo(chat, video, rest)]
        }
        return [await api.sendPhoto(chat, fileOf(first, File, 0), text ? { caption: text } : {})]
      },
      bytes,
    )
    const [message] = messages
    if (!message) throw new PlatformFault('lost', 'unreadable')
    return {
      id: messages.map(({ message_id }) => message_id).join(albumSeparator),
      url: addressOf(message.chat, message.message_id),
    }
  }

  return {
    id: 'telegram',
    capabilities: {
      connection: 'token',
      publishing: 'automatic',
      needsApproval: false,
      costsMoney: false,
      needsPublicSite: false,
      canFind: false,
      canRemove: true,
      hasFigures: false,
    },
    describeAccount: (context) => describeChannel(context, ask, site),
    publishing: {
      prepare: () => Promise.resolve({ isReady: true, progress: null }),
      publish,
      find: () => Promise.resolve({ state: 'unknown' }),
      /** https://core.telegram.org/bots/api#deletemessages */
      async remove(context, { id }) {
        const ids = id.split(albumSeparator).map(Number)
        const chat = context.account.externalId
        const [only] = ids
        await ask(context, (api) =>
          ids.length === 1 && only ? api.deleteMessage(chat, only) : api.deleteMessages(chat, ids),
        ).catch((error: unknown) => {
          // It has been removed already.
          const isGone = error instanceof PlatformFault && /message to delete not found/.test(error.message)
          if (!isGone) throw error
        })
      },
    },
    // About one message a second: https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this
    pace: { atOnce: 3, perMinute: 60 },
  }
}

/** What is in a file, in pieces if it is large. */
async function* contentOf(file: PostFile): AsyncGenerator<Uint8Array> {
  if (file.kind === 'image') return void (yield await readContent(file))
  for (let start = 0; start < file.size; start += pieceBytes)
    yield await readContent(file, { start, end: Math.min(file.size, start + pieceBytes) - 1 })
}

const fileOf = (file: PostFile, File: typeof InputFile, index: number) =>
  // Its name is part of the header of the upload as it is.
  new File(contentOf(file), `${index + 1}.${file.kind === 'image' ? 'jpg' : 'mp4'}`)

function mediaOf(file: PostFile, File: typeof InputFile, index: number, text: string) {
  const media = fileOf(file, File, index)
  const caption = text ? { caption: text } : {}
  if (file.kind === 'image') return { type: 'photo' as const, media, ...caption }
  const { width, height, seconds } = file
  return {
    ...{ type: 'video' as const, media, width, height, supports_streaming: true, ...caption },
    ...(seconds !== null && { duration: Math.round(seconds) }),
  }
}

/** What people type as a channel: `@name`, `name`, `https://t.me/name`, or its number. */
export function readChannel(typed: string): string | undefined {
  const name = typed
    .trim()
    .replace(/^(https?:\/\/)?(t|telegram)\.me\//i, '')
    .replace(/^@|\/$/g, '')
  if (/^-?\d{1,20}$/.test(name)) return name
  return /^[a-z]\w{3,31}$/i.test(name) ? `@${name}` : undefined
}

/**
 * The channel, if the bot may post there: https://core.telegram.org/bots/api#chatmemberadministrator
 * @throws {PlatformFault} `refused` with the code `account_unknown` or `account_rights`
 */
async function describeChannel(
  context: DescribeContext,
  ask: ReturnType<typeof createTelegramCalls>,
  site: string,
): Promise<AccountDescription> {
  const bot = await ask(context, (api) => api.getMe())
  const name = readChannel(context.name ?? '')
  if (name === undefined)
    throw new PlatformFault('refused', 'This is no name of a channel.', { code: 'account_unknown' })
  const chat = await ask(context, (api) => api.getChat(name)).catch(throwAs('account_unknown'))
  if (chat.type !== 'channel')
    throw new PlatformFault('refused', 'This is no channel.', { code: 'account_unknown' })
  const member = await ask(context, (api) => api.getChatMember(chat.id, bot.id)).catch(
    throwAs('account_rights'),
  )
  if (member.status !== 'administrator' || !member.can_post_messages)
    throw new PlatformFault('refused', 'The bot is no administrator who may post.', {
      code: 'account_rights',
    })
  const username = chat.username ?? null
  return {
    externalId: String(chat.id),
    name: chat.title,
    url: username && `${site}/${username}`,
    data: { username, bot: bot.username },
  }
}

/** Says what a refusal means, where Telegram says only that it refuses. */
const throwAs =
  (code: string) =>
  (error: unknown): never => {
    if (!(error instanceof PlatformFault) || error.kind !== 'refused') throw error
    throw new PlatformFault('refused', error.message, { code, status: error.status, cause: error })
  }
