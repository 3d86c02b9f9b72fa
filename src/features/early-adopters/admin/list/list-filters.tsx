import { Button, TextInput } from '@mantine/core'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { SearchIcon } from '#admin/kit/icons.tsx'
import { FilterBar } from '#admin/kit/layout/columns.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useBadgeNames } from '#features/badges/admin/parts/badge-types.ts'
import styles from '#features/early-adopters/admin/early-adopters.module.css'
import { findTag, listTagChoices } from '#features/early-adopters/admin/parts/tag-list.ts'
import { useTags } from '#features/early-adopters/admin/parts/use-tags.ts'
import { leadPermissions } from '#features/early-adopters/permissions.ts'
import { languageNames, languages } from '#shared/languages.ts'
import { leadKinds } from '#shared/lead-requests.ts'
import { segments } from '#shared/segments.ts'
import { Choice } from './choice.tsx'
import { badgeChoices, countFilters, countOriginFilters, isNarrowed, listSortings } from './list-query.ts'
import { MoreFilters } from './more-filters.tsx'
import { OriginFilters } from './origin-filters.tsx'
import { SavedFilterButton, SavedFilterChoice } from './saved-filter-controls.tsx'
import type { useLeadListQuery } from './use-lead-list-query.ts'

/** The search and the filters of the list; the order too, where there are no headings to press. */
export function ListFilters({ query, typed, type, change, clear }: ReturnType<typeof useLeadListQuery>) {
  const { t } = useTexts()
  const seesAddresses = useCan(leadPermissions.readAddresses)
  const searchLabel = t(seesAddresses ? 'people.search' : 'leads.visibility.search')
  const nameOf = useBadgeNames((badge) => t(`leads.badges.${badge}`))
  const labelOf = (badge: (typeof badgeChoices)[number]) => {
    if (badge === 'any') return t('leads.withBadge')
    return badge === 'none' ? t('leads.withoutBadge') : nameOf(badge)
  }
  return (
    <FilterBar active={countFilters(query)}>
      <TextInput
        type="search"
        size="sm"
        aria-label={searchLabel}
        placeholder={searchLabel}
        leftSection={<SearchIcon />}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        maxLength={200}
      />
      <SavedFilterChoice query={query} onChange={change} />
      <Choice
        label={t('people.segment')}
        any={t('people.anySegment')}
        value={query.segment}
        choices={segments.map((value) => ({ value, label: t(`segments.${value}`) }))}
        onChange={(segment) => change({ segment })}
      />
      <Choice
        label={t('leads.kind')}
        any={t('leads.anyKind')}
        value={query.kind}
        choices={leadKinds.map((value) => ({ value, label: t(`leads.kinds.${value}`) }))}
        onChange={(kind) => change({ kind })}
      />
      <Choice
        label={t('leads.badge')}
        any={t('leads.anyBadge')}
        value={query.badge}
        choices={badgeChoices.map((value) => ({ value, label: labelOf(value) }))}
        onChange={(badge) => change({ badge })}
      />
      <TagChoice chosen={query.tag} onChange={(tag) => change({ tag })} />
      <Choice
        label={t('leads.language')}
        any={t('leads.anyLanguage')}
        value={query.language}
        choices={languages.map((value) => ({ value, label: languageNames[value] }))}
        onChange={(language) => change({ language })}
      />
      <MoreFilters active={countOriginFilters(query)}>
        <OriginFilters query={query} onChange={change} />
      </MoreFilters>
      <div className={styles.order}>
        <Choice
          label={t('leads.sort.label')}
          value={query.sorting}
          choices={listSortings({ seesAddresses }).map((value) => ({
            value,
            label: t(`leads.sort.${value}`),
          }))}
          onChange={(sorting) => change({ sorting: sorting ?? 'created_at_desc' })}
        />
      </div>
      {isNarrowed(query) && (
        <Button variant="subtle" onClick={clear}>
          {t('people.clear')}
        </Button>
      )}
      <SavedFilterButton query={query} />
    </FilterBar>
  )
}

interface TagChoiceProps {
  /** The id of a tag. */
  chosen: string | undefined
  onChange: (tag: string | undefined) => void
}

/** The choice of a tag; nothing while there are none. */
function TagChoice({ chosen, onChange }: TagChoiceProps) {
  const { t } = useTexts()
  const { data: tags = [], isPending } = useTags()
  const choices = listTagChoices(tags, chosen === undefined ? [] : [chosen], t('leads.tags.gone'))
  if (isPending || choices.length === 0) return null
  return (
    <div className={styles.named}>
      <Choice
        label={t('leads.tags.one')}
        any={t('leads.tags.any')}
        value={chosen && (findTag(tags, chosen)?.id ?? chosen)}
        choices={choices}
        onChange={onChange}
      />
    </div>
  )
}
