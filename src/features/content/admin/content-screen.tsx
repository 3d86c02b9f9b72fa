import { Button, Skeleton, TextInput, Tooltip } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { describeError } from '#admin/kit/errors.ts'
import { SearchIcon } from '#admin/kit/icons.tsx'
import { EmptyState, Notice } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/text-context.tsx'
import { type Language, languages } from '#shared/languages.ts'
import type { ContentEntry } from '../contract.ts'
import styles from './content.module.css'
import { filterEntries } from './content-filter.ts'
import { listTranslated, markOf, marks } from './content-state.ts'
import { describeState, StateMark } from './state-mark.tsx'
import { useEntries } from './use-content.ts'

/** The eleven texts of the site, and where each stands in its ten languages. */
export function ContentScreen() {
  const { t } = useTexts()
  const [params, setParams] = useSearchParams()
  const search = params.get('search') ?? ''
  const write = (text: string) => setParams(text ? { search: text } : {}, { replace: true })
  return (
    <>
      <ScreenHeading title={t('content.title')} intro={t('content.intro')} />
      <search className={styles.search}>
        <TextInput
          type="search"
          size="md"
          aria-label={t('content.search')}
          placeholder={t('content.search')}
          leftSection={<SearchIcon />}
          value={search}
          onChange={(event) => write(event.currentTarget.value)}
        />
        <Legend />
      </search>
      <EntryList search={search} onClear={() => write('')} />
    </>
  )
}

function Legend() {
  const { t } = useTexts()
  return (
    <ul className={styles.legend} aria-label={t('content.legend')}>
      {marks.map((mark) => (
        <li key={mark} data-mark={mark}>
          <StateMark mark={mark} />
          {t(`content.status.${mark}`)}
        </li>
      ))}
    </ul>
  )
}

function EntryList({ search, onClear }: { search: string; onClear: () => void }) {
  const { t } = useTexts()
  const entries = useEntries()
  if (entries.isError && !entries.data) {
    return (
      <Notice
        kind="error"
        actions={
          <Button variant="default" loading={entries.isFetching} onClick={() => void entries.refetch()}>
            {t('retry')}
          </Button>
        }
      >
        {t('content.failed', { reason: describeError(entries.error, t) })}
      </Notice>
    )
  }
  if (!entries.data) {
    return (
      <div className={styles.skeleton} role="status" aria-label={t('loading')}>
        {[60, 48, 66, 52, 58].map((width) => (
          <Skeleton key={width} height={16} width={`${width}%`} />
        ))}
      </div>
    )
  }
  const groups = filterEntries(entries.data, search, t)
  if (groups.length === 0) {
    return (
      <EmptyState
        title={t('content.noMatch', { query: search.trim() })}
        actions={
          <Button variant="default" onClick={onClear}>
            {t('content.clear')}
          </Button>
        }
      />
    )
  }
  return groups.map(({ group, entries: shown }) => (
    <section key={group} className={styles.group}>
      <h2>{t(`content.groups.${group}`)}</h2>
      <ul>
        {shown.map((entry) => (
          <EntryRow key={entry.key} entry={entry} />
        ))}
      </ul>
    </section>
  ))
}

function EntryRow({ entry }: { entry: ContentEntry }) {
  const { t, format } = useTexts()
  const translated = listTranslated(entry).length
  return (
    <li className={styles.row}>
      <div>
        <Link className={styles.title} to={`/admin/content/${entry.key}`}>
          {t(`content.keys.${entry.key}`)}
        </Link>
        <code dir="ltr">{entry.key}</code>
      </div>
      <ul className={styles.marks}>
        {languages.map((language) => (
          <li key={language}>
            <LanguageLink entry={entry} language={language} />
          </li>
        ))}
      </ul>
      <p className={styles.progress}>
        {t('content.progress', { count: format.number(translated), total: format.number(languages.length) })}
      </p>
    </li>
  )
}

function LanguageLink({ entry, language }: { entry: ContentEntry; language: Language }) {
  const texts = useTexts()
  const state = entry.languages[language]
  const mark = markOf(state)
  const description = describeState(language, state, texts)
  return (
    <Tooltip label={description}>
      <Link to={`/admin/content/${entry.key}?language=${language}`} className={styles.mark} data-mark={mark}>
        <StateMark mark={mark} />
        <span>{language}</span>
        <span className={styles.hidden}>{description}</span>
      </Link>
    </Tooltip>
  )
}
