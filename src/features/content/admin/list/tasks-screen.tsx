import '#features/content/admin/translation/texts.ts'
import { Flex, NativeSelect, Skeleton } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { BackLink } from '#admin/kit/back-link.tsx'
import { ChevronIcon } from '#admin/kit/icons.tsx'
import { Detail, Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { RowLink, Rows } from '#admin/kit/layout/rows.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { flagsOf, markOf } from '#features/content/admin/content-state.ts'
import { contentTitle } from '#features/content/admin/parts/content-title.ts'
import { useEntries } from '#features/content/admin/parts/use-entries.ts'
import { describeState, TextMark } from '#features/content/admin/state-mark.tsx'
import type { ContentEntry } from '#features/content/contract.ts'
import { isLanguage, type Language, languageNames, languages } from '#shared/languages.ts'
import { countTasks, listTasks, taskPath } from './tasks.ts'

/** The translation tasks in one language. */
export function TasksScreen() {
  const { t, format, language: uiLanguage } = useTexts()
  const [params, setParams] = useSearchParams()
  const asked = params.get('language')
  const language = isLanguage(asked) ? asked : uiLanguage
  const entries = useEntries()
  const nameOf = (code: Language) =>
    entries.data
      ? `${languageNames[code]} (${format.number(countTasks(entries.data, code))})`
      : languageNames[code]
  return (
    <>
      <ScreenHeading
        before={<BackLink to="/admin/content">{t('editor.back')}</BackLink>}
        title={t('screens.translationTasks')}
        intro={t('translation.tasks.intro')}
      />
      <NativeSelect
        maw="20rem"
        mb="2.25rem"
        size="md"
        label={t('translation.filter.language')}
        rightSection={<ChevronIcon />}
        value={language}
        data={languages.map((code) => ({ value: code, label: nameOf(code) }))}
        onChange={(event) => setParams({ language: event.currentTarget.value }, { replace: true })}
      />
      {entries.isError && !entries.data && (
        <LoadFailure query={entries} describe={(reason) => t('content.failed', { reason })} />
      )}
      {entries.isPending && <Skeleton height={240} aria-label={t('loading')} />}
      {entries.data && <TaskLists entries={entries.data} language={language} />}
    </>
  )
}

function TaskLists({ entries, language }: { entries: ContentEntry[]; language: Language }) {
  const texts = useTexts()
  const { t } = texts
  const lists = listTasks(entries, language)
  if (lists.length === 0) {
    return (
      <EmptyState title={t('translation.tasks.done', { language: languageNames[language] })}>
        {t('translation.tasks.doneText')}
      </EmptyState>
    )
  }
  const stateOf = (key: string) => entries.find((entry) => entry.key === key)?.languages[language]
  return lists.map(({ kind, keys }) => (
    <Panel key={kind} title={t(`translation.tasks.${kind}`)}>
      <Hint>{t(`translation.tasks.${kind}Text`)}</Hint>
      <Rows>
        {keys.map((key) => (
          <Flex component="li" key={key}>
            <Flex flex="none" w="2.75rem" pt="0.35rem">
              <TextMark mark={markOf(stateOf(key))} flags={flagsOf(stateOf(key))} />
            </Flex>
            <div>
              <RowLink to={taskPath(key, language)}>{contentTitle(key, t)}</RowLink>
              <Detail>{describeState(language, stateOf(key), texts)}</Detail>
            </div>
          </Flex>
        ))}
      </Rows>
    </Panel>
  ))
}
