import '#features/content/admin/translation/texts.ts'
import { Box, Button, Flex, NativeSelect, TextInput } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { useCan, useCanIn } from '#admin/kit/api/api-context.tsx'
import { useOwnLanguage } from '#admin/kit/api/own-language.ts'
import { ChevronIcon, SearchIcon } from '#admin/kit/icons.tsx'
import { FilterBar } from '#admin/kit/layout/columns.tsx'
import { LanguageLinks } from '#admin/kit/layout/language-links.tsx'
import { ProgressBar } from '#admin/kit/layout/progress-bar.tsx'
import { RowLink } from '#admin/kit/layout/rows.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import {
  findLastChange,
  flagsOf,
  listTranslated,
  markOf,
  marks,
  stateFlags,
} from '#features/content/admin/content-state.ts'
import { contentTitle } from '#features/content/admin/parts/content-title.ts'
import { useEntries } from '#features/content/admin/parts/use-entries.ts'
import { describeState, FlagMark, TextMark } from '#features/content/admin/state-mark.tsx'
import { useExcerpts } from '#features/content/admin/translation/use-translation.ts'
import type { ContentEntry, Excerpt } from '#features/content/contract.ts'
import { contentPermissions } from '#features/content/permissions.ts'
import { isLanguage, type Language, languageNames, languages } from '#shared/languages.ts'
import styles from './content.module.css'
import {
  type ContentFilter,
  type EntryGroup,
  filterEntries,
  findSimilarEntries,
  readFilter,
  stateFilters,
  writeFilter,
} from './content-filter.ts'
import { SectionThumbnail } from './section-thumbnail.tsx'

/** The list of texts: each with a thumbnail, its state in every language and its progress. */
export function ContentScreen() {
  const { t } = useTexts()
  const canExport = useCan(contentPermissions.export)
  const [params, setParams] = useSearchParams()
  const filter = readFilter(params)
  const write = (next: ContentFilter) => setParams(writeFilter(next), { replace: true })
  return (
    <>
      <ScreenHeading
        title={t('content.title')}
        intro={t('content.intro')}
        aside={
          <Flex component="p" wrap="wrap" gap="0.5rem 1.5rem">
            <Link to="/admin/content/tasks">{t('translation.list.tasks')}</Link>
            <Link to="/admin/content/releases">{t('screens.releases')}</Link>
            {canExport && <Link to="/admin/content/transfer">{t('screens.contentTransfer')}</Link>}
          </Flex>
        }
      />
      <Filters filter={filter} onChange={write} />
      <EntryList
        filter={filter}
        onClear={() => write({ search: '', state: undefined, language: undefined })}
      />
    </>
  )
}

interface FiltersProps {
  filter: ContentFilter
  onChange: (filter: ContentFilter) => void
}

function Filters({ filter, onChange }: FiltersProps) {
  const { t } = useTexts()
  const nameOf = (state: (typeof stateFilters)[number]) =>
    state === 'outdated' || state === 'machine'
      ? t(`translation.marks.${state}`)
      : t(`content.status.${state}`)
  return (
    <FilterBar active={Number(Boolean(filter.state)) + Number(Boolean(filter.language))}>
      <TextInput
        type="search"
        size="sm"
        aria-label={t('content.search')}
        placeholder={t('content.search')}
        leftSection={<SearchIcon />}
        value={filter.search}
        onChange={(event) => onChange({ ...filter, search: event.currentTarget.value })}
      />
      <NativeSelect
        size="sm"
        aria-label={t('translation.filter.state')}
        rightSection={<ChevronIcon />}
        value={filter.state ?? ''}
        data={[
          { value: '', label: t('translation.filter.anyState') },
          ...stateFilters.map((state) => ({ value: state, label: nameOf(state) })),
        ]}
        onChange={(event) => {
          const { value } = event.currentTarget
          onChange({ ...filter, state: stateFilters.find((state) => state === value) })
        }}
      />
      <NativeSelect
        size="sm"
        aria-label={t('translation.filter.language')}
        rightSection={<ChevronIcon />}
        value={filter.language ?? ''}
        data={[
          { value: '', label: t('translation.filter.anyLanguage') },
          ...languages.map((code) => ({ value: code, label: languageNames[code] })),
        ]}
        onChange={(event) => {
          const { value } = event.currentTarget
          onChange({ ...filter, language: isLanguage(value) ? value : undefined })
        }}
      />
      <Legend />
    </FilterBar>
  )
}

function Legend() {
  const { t } = useTexts()
  return (
    <Flex
      component="ul"
      wrap="wrap"
      gap="0.25rem 1.25rem"
      flex="1 1 100%"
      c="dimmed"
      fz="0.8125rem"
      aria-label={t('content.legend')}
    >
      {marks.map((mark) => (
        <Flex component="li" key={mark} gap="0.4rem" align="center">
          <Flex c="bright">
            <TextMark mark={mark} />
          </Flex>
          {t(`content.status.${mark}`)}
        </Flex>
      ))}
      {stateFlags.map((flag) => (
        <Flex component="li" key={flag} gap="0.4rem" align="center">
          <FlagMark flag={flag} />
          {t(`translation.marks.${flag}`)}
        </Flex>
      ))}
    </Flex>
  )
}

function EntryList({ filter, onClear }: { filter: ContentFilter; onClear: () => void }) {
  const { t } = useTexts()
  const language = useOwnLanguage()
  const entries = useEntries()
  const shown = filter.language ?? language
  const excerpts = useExcerpts(shown)
  if (entries.isError && !entries.data) {
    return <LoadFailure query={entries} describe={(reason) => t('content.failed', { reason })} />
  }
  if (!entries.data) {
    return <LoadingLines />
  }
  const toGroups = (found: EntryGroup[]) =>
    found.map(({ group, entries: fitting }) => (
      <section key={group} className={styles.group}>
        <h2>{t(`content.groups.${group}`)}</h2>
        <ul>
          {fitting.map((entry) => (
            <EntryRow
              key={entry.key}
              entry={entry}
              language={shown}
              languages={filter.language ? [filter.language] : languages}
              excerpt={excerpts.data?.find(({ key }) => key === entry.key)}
            />
          ))}
        </ul>
      </section>
    ))
  const groups = filterEntries(entries.data, filter, t)
  if (groups.length > 0) return toGroups(groups)
  const similar = findSimilarEntries(entries.data, filter, t)
  const isSearchAlone = !filter.state && !filter.language
  return (
    <>
      <EmptyState
        title={
          isSearchAlone
            ? t('content.noMatch', { query: filter.search.trim() })
            : t('translation.filter.noMatch')
        }
        actions={
          <Button variant="default" onClick={onClear}>
            {isSearchAlone ? t('content.clear') : t('translation.filter.clear')}
          </Button>
        }
      />
      {similar.length > 0 && (
        <>
          <p>{t('content.similar')}</p>
          {toGroups(similar)}
        </>
      )}
    </>
  )
}

interface EntryRowProps {
  entry: ContentEntry
  /** The language of the picture, and of what is edited or created. */
  language: Language
  /** The languages whose state is shown. */
  languages: readonly Language[]
  excerpt: Excerpt | undefined
}

function EntryRow({ entry, language, languages: shown, excerpt }: EntryRowProps) {
  const texts = useTexts()
  const { t, format } = texts
  const translated = listTranslated(entry).length
  const changed = findLastChange(entry)
  const canEdit = useCanIn(contentPermissions.edit, language)
  const change = entry.languages[language].version === 0 ? 'create' : 'edit'
  const action = canEdit ? change : 'read'
  const to = `/admin/content/${entry.key}?language=${language}`
  const names = { title: contentTitle(entry.key, t), language: languageNames[language] }
  return (
    <li className={styles.row}>
      <SectionThumbnail excerpt={excerpt} language={language} />
      <Flex direction="column" align="start" c="dimmed" fz="0.8125rem">
        <Flex wrap="wrap" align="baseline" gap="0 0.75rem">
          <RowLink to={`/admin/content/${entry.key}`}>{t(`content.keys.${entry.key}`)}</RowLink>
          <Box component="code" dir="ltr" ff="var(--sans)" fz="inherit">
            {entry.key}
          </Box>
        </Flex>
        {changed ? (
          <time dateTime={changed.at} title={format.dateTime(changed.at)}>
            {t('content.changed', { date: format.date(changed.at), language: changed.language })}
          </time>
        ) : (
          excerpt && (
            <span>{t(`translation.list.${excerpt.published ? 'showsPublished' : 'showsBuiltIn'}`)}</span>
          )
        )}
      </Flex>
      <LanguageLinks
        languages={shown}
        linkOf={(code) => {
          const state = entry.languages[code]
          const mark = markOf(state)
          return {
            to: `/admin/content/${entry.key}?language=${code}`,
            mark: <TextMark mark={mark} flags={flagsOf(state)} />,
            label: describeState(code, state, texts),
            isQuiet: mark === 'none',
          }
        }}
      />
      <Flex direction="column" gap="0.35rem" c="dimmed" fz="0.8125rem">
        <ProgressBar
          max={languages.length}
          value={translated}
          label={t('translation.list.share', { share: format.percent(translated / languages.length) })}
        />
        <p>
          {t('content.progress', {
            count: format.number(translated),
            total: format.number(languages.length),
          })}
        </p>
      </Flex>
      <Button
        component={Link}
        to={to}
        variant="default"
        px="1rem"
        fz="0.9375rem"
        bd="1px solid var(--field)"
        aria-label={t(`translation.list.${action}In`, names)}
      >
        {t(`translation.list.${action}`)}
      </Button>
    </li>
  )
}
