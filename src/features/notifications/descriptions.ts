import type { Translate } from '#platform/catalogues.ts'
import { type Logger, messageOf } from '#platform/log.ts'
import type { Language } from '#shared/languages.ts'
import type { Description, NotificationSource } from '#shared/notifications/type.ts'
import type { NotificationRow } from './table.ts'

export interface DescriptionOptions {
  log: Logger
  translator(language: Language): Translate
  /** The kinds of all features. */
  listSources(): readonly NotificationSource[]
}

/** A notification in words. */
export interface Described {
  title: string
  /** The title in a mail: without the names of leads. */
  mailTitle: string
  path: string
  isAlarming: boolean
}

type Row = Pick<NotificationRow, 'id' | 'type' | 'data' | 'count'>

/** Where a notification leads of which its feature can say nothing. */
const listPath = '/admin/notifications'

/** Says what stored notifications tell, each kind in the words of its feature. */
export function createDescriptions({ log, translator, listSources }: DescriptionOptions) {
  /** What a feature says; nothing when it fails, so that one broken notification hides no other. */
  async function ask(
    { type, describe }: NotificationSource,
    rows: readonly Row[],
    language: Language,
  ): Promise<readonly Description[]> {
    try {
      const told = rows.map(({ data, count }) => ({
        data: data === null ? undefined : type.schema.parse(data),
        count,
      }))
      return await describe(told, language)
    } catch (error) {
      log.error({ type: type.name, reason: messageOf(error) }, 'notifications could not be described')
      return []
    }
  }

  /** Describes notifications in a language, by their ids. */
  return async (rows: readonly Row[], language: Language): Promise<Map<string, Described>> => {
    const t = translator(language)
    const described = new Map<string, Described>()
    await Promise.all(
      listSources().map(async (source) => {
        const { name, isAlarming, isAboutPeople } = source.type
        const own = rows.filter(({ type }) => type === name)
        if (own.length === 0) return
        const descriptions = await ask(source, own, language)
        for (const [index, { id, count }] of own.entries()) {
          const description = descriptions[index]
          const label = t(`notification-texts:types.${name}.label`)
          const { variables, path } = description ?? { path: listPath }
          const write = (key: string) =>
            variables ? t(`notification-texts:types.${name}.${key}`, { ...variables, count }) : label
          const title = write(count > 1 ? 'several' : 'title')
          const mailTitle = isAboutPeople && count === 1 ? write('mailTitle') : title
          described.set(id, { title, mailTitle, path, isAlarming })
        }
      }),
    )
    return described
  }
}
export type DescribeNotifications = ReturnType<typeof createDescriptions>
