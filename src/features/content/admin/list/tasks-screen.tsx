import '#features/content/admin/translation/texts.ts'
import { Button, Flex } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCan, useUser } from '#admin/kit/api/api-context.tsx'
import { useOwnLanguage } from '#admin/kit/api/own-language.ts'
import { BackLink } from '#admin/kit/back-link.tsx'
import { FilterBar } from '#admin/kit/layout/columns.tsx'
import { Detail, Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { RowLink } from '#admin/kit/layout/rows.tsx'
import { type Column, DataTable } from '#admin/kit/list/data-table.tsx'
import { SelectFilter } from '#admin/kit/list/filters.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { flagsOf, markOf } from '#features/content/admin/content-state.ts'
import { contentTitle } from '#features/content/admin/parts/content-title.ts'
import { useEntries } from '#features/content/admin/parts/use-entries.ts'
import { describeState, TextMark } from '#features/content/admin/state-mark.tsx'
import type { ContentEntry } from '#features/content/contract.ts'
import { contentPermissions } from '#features/content/permissions.ts'
import { isLanguage, type Language, languageNames, languages } from '#shared/languages.ts'
import { AssignBar } from './assign-bar.tsx'
import { DueDate } from './due-date.tsx'
import {
  countTasks,
  findTasks,
  localDay,
  ownerFilters,
  readTaskFilter,
  type Task,
  type TaskFilter,
  taskKinds,
  taskPath,
  writeTaskFilter,
} from './tasks.ts'
import { useAssignments } from './use-assignments.ts'

/** The translation tasks: of one language or all, of everybody or of the reader. */
export function TasksScreen() {
  const { t, format } = useTexts()
  const [params, setParams] = useSearchParams()
  const { languages: limited } = useUser()
  const filter = readTaskFilter(params, useOwnLanguage())
  const entries = useEntries()
  const change = (next: Partial<TaskFilter>) => setParams(writeTaskFilter({ ...filter, ...next }))
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
      <FilterBar active={filter.owner ? 1 : 0}>
        <SelectFilter
          label={t('translation.filter.language')}
          any={t(limited ? 'translation.tasks.allOwn' : 'translation.tasks.all')}
          options={listOffered(limited, filter).map((code) => ({ value: code, label: nameOf(code) }))}
          value={filter.language ?? ''}
          onChange={(value) => change({ language: isLanguage(value) ? value : undefined })}
        />
        <SelectFilter
          label={t('translation.tasks.who')}
          any={t('translation.tasks.anyone')}
          options={ownerFilters.map((value) => ({ value, label: t(`translation.tasks.${value}`) }))}
          value={filter.owner ?? ''}
          onChange={(value) => change({ owner: ownerFilters.find((one) => one === value) })}
        />
      </FilterBar>
      {entries.isError && !entries.data && (
        <LoadFailure query={entries} describe={(reason) => t('content.failed', { reason })} />
      )}
      {entries.isPending && <LoadingLines />}
      {entries.data && (
        <TaskLists
          key={params.toString()}
          entries={entries.data}
          filter={filter}
          onClear={() => change({ owner: undefined })}
        />
      )}
    </>
  )
}

/** The languages to choose from: those of somebody who is limited to some, and the one that the address names. */
const listOffered = (limited: readonly Language[] | null, { language }: TaskFilter) =>
  languages.filter((code) => !limited || limited.includes(code) || code === language)

const nameOfTask = ({ key, language }: Task) => `${key} ${language}`

interface TaskListsProps {
  entries: ContentEntry[]
  filter: TaskFilter
  onClear: () => void
}

function TaskLists({ entries, filter, onClear }: TaskListsProps) {
  const { t } = useTexts()
  const { id: userId, languages: limited } = useUser()
  const canAssign = useCan(contentPermissions.assign)
  const assignments = useAssignments()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  if (!assignments.data) {
    return assignments.isError ? (
      <LoadFailure query={assignments} describe={(reason) => t('content.failed', { reason })} />
    ) : (
      <LoadingLines />
    )
  }
  const today = localDay(new Date())
  const tasks = findTasks(
    { entries, assignments: assignments.data, userId, today, languages: limited },
    filter,
  )
  if (tasks.length === 0) return <NoTasks filter={filter} onClear={onClear} />
  // One text can have two tasks, and is assigned once.
  const picked = [
    ...new Map(tasks.filter((task) => chosen.has(nameOfTask(task))).map((task) => [nameOfTask(task), task])),
  ].map(([, task]) => task)
  function choose(rows: Task[], isWanted: boolean) {
    const next = new Set(chosen)
    for (const row of rows) {
      if (isWanted) next.add(nameOfTask(row))
      else next.delete(nameOfTask(row))
    }
    setChosen(next)
  }
  return (
    <>
      {taskKinds.map((kind) => {
        const rows = tasks.filter((task) => task.kind === kind)
        if (rows.length === 0) return null
        return (
          <Panel key={kind} title={t(`translation.tasks.${kind}`)}>
            <Hint>{t(`translation.tasks.${kind}Text`)}</Hint>
            <TaskTable
              kind={kind}
              rows={rows}
              entries={entries}
              isChosen={(task) => chosen.has(nameOfTask(task))}
              onChoose={canAssign ? choose : undefined}
            />
          </Panel>
        )
      })}
      {canAssign && picked.length > 0 && <AssignBar chosen={picked} onDone={() => setChosen(new Set())} />}
    </>
  )
}

function NoTasks({ filter: { language, owner }, onClear }: { filter: TaskFilter; onClear: () => void }) {
  const { t } = useTexts()
  const { languages: limited } = useUser()
  if (owner) {
    return (
      <EmptyState
        title={t('translation.tasks.noMatch')}
        actions={
          <Button variant="default" onClick={onClear}>
            {t('translation.tasks.clear')}
          </Button>
        }
      />
    )
  }
  const all = t(limited ? 'translation.tasks.allOwn' : 'translation.tasks.all')
  const named = language ? languageNames[language] : all
  return (
    <EmptyState title={t('translation.tasks.done', { language: named })}>
      {t('translation.tasks.doneText')}
    </EmptyState>
  )
}

interface TaskTableProps {
  kind: Task['kind']
  rows: Task[]
  entries: ContentEntry[]
  isChosen: (task: Task) => boolean
  onChoose: ((rows: Task[], isWanted: boolean) => void) | undefined
}

function TaskTable({ kind, rows, entries, isChosen, onChoose }: TaskTableProps) {
  const texts = useTexts()
  const { t } = texts
  const stateOf = ({ key, language }: Task) => entries.find((entry) => entry.key === key)?.languages[language]
  const columns: Column<Task>[] = [
    {
      key: 'text',
      label: t('translation.tasks.name'),
      isRowHeader: true,
      cell: (task) => (
        <Flex gap="0.6rem" align="baseline">
          <TextMark mark={markOf(stateOf(task))} flags={flagsOf(stateOf(task))} />
          <div>
            <RowLink to={taskPath(task.key, task.language)}>{contentTitle(task.key, t)}</RowLink>
            <Detail>{describeState(task.language, stateOf(task), texts)}</Detail>
          </div>
        </Flex>
      ),
    },
    {
      key: 'owner',
      label: t('translation.tasks.owner'),
      cell: ({ owner }) => <bdi>{owner?.name ?? t('translation.tasks.nobody')}</bdi>,
    },
    { key: 'due', label: t('translation.tasks.due'), cell: (task) => <DueDate {...task} /> },
  ]
  return (
    <DataTable
      caption={t(`translation.tasks.${kind}`)}
      rows={rows}
      keyOf={nameOfTask}
      columns={columns}
      cardsBelow="narrow"
      selection={
        onChoose && {
          isChosen,
          onChoose,
          labelOf: ({ key, language }: Task) =>
            t('translation.tasks.select', { title: contentTitle(key, t), language: languageNames[language] }),
          labelOfPage: t('translation.tasks.selectAll'),
        }
      }
    />
  )
}
