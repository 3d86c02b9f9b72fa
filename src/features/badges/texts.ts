import type { Translate } from '#platform/catalogues.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { type BadgeType, badgeTypes } from '#shared/badge-types.ts'
import type { Language } from '#shared/languages.ts'
import type { BadgeDescription, BadgeText } from './contract.ts'
import type { BadgeLeads } from './ports.ts'
import { createBadgeTextStore } from './text-store.ts'

interface BadgeTextOptions {
  db: Database
  clock: Clock
  translator: (language: Language) => Translate
  leads: Pick<BadgeLeads, 'countByBadge'>
}

/** The names and descriptions of the badges: the team's texts, otherwise the built-in ones. */
export function createBadgeTexts({ db, clock, translator, leads }: BadgeTextOptions) {
  function builtIn(type: BadgeType, language: Language): BadgeText {
    const t = translator(language)
    return {
      name: t(`badges:types.${type}.name`),
      description: t(`badges:types.${type}.description`),
      criteria: t(`badges:types.${type}.criteria`),
    }
  }

  async function read(from: Database, type: BadgeType, language: Language): Promise<BadgeText> {
    const rows = await createBadgeTextStore(from).list(language)
    const edited = rows.find(({ badgeType }) => badgeType === type)
    if (!edited) return builtIn(type, language)
    const { name, description, criteria } = edited
    return { name, description, criteria }
  }

  async function describeAll(language: Language): Promise<BadgeDescription[]> {
    const [rows, holders] = await Promise.all([
      createBadgeTextStore(db).list(language),
      leads.countByBadge(db),
    ])
    return badgeTypes.map((type) => {
      const edited = rows.find(({ badgeType }) => badgeType === type)
      const { name, description, criteria } = edited ?? builtIn(type, language)
      return {
        ...{ type, language, name, description, criteria },
        icon: `/credentials/seals/${type}.svg`,
        holders: holders.get(type) ?? 0,
        edited_at: edited?.updatedAt.toISOString() ?? null,
      }
    })
  }

  async function describe(type: BadgeType, language: Language): Promise<BadgeDescription> {
    const found = (await describeAll(language)).find((one) => one.type === type)
    if (!found) throw new Error(`${type} is not described`)
    return found
  }

  return {
    read,
    describeAll,

    /** Replaces the built-in text by one of the team. Earlier awards keep their text. */
    async save(
      type: BadgeType,
      language: Language,
      text: BadgeText,
      actorId: string,
    ): Promise<BadgeDescription> {
      const row = { ...text, updatedAt: clock.now(), updatedBy: actorId }
      await createBadgeTextStore(db).save({ badgeType: type, language }, row)
      return describe(type, language)
    },

    /** Restores the built-in text. */
    async reset(type: BadgeType, language: Language): Promise<BadgeDescription> {
      await createBadgeTextStore(db).remove(type, language)
      return describe(type, language)
    },
  }
}
export type BadgeTexts = ReturnType<typeof createBadgeTexts>
