import { Button } from '@mantine/core'
import { Segmented } from '#admin/kit/form/segmented.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { SelectFilter } from '#admin/kit/list/filters.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { State } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import {
  type FindingGroup,
  findingStatuses,
  type SeoCheck,
  severities,
} from '#features/seo/prover/contract.ts'
import { isLanguage, languageNames, languages } from '#shared/languages.ts'
import { FindingList } from './finding-list.tsx'
import styles from './overview.module.css'
import { isFiltered, type Shown } from './overview-query.ts'
import { useGroups } from './use-site-check.ts'

interface FindingsViewProps {
  shown: Shown
  change: (next: Partial<Shown>) => void
  lastFull: SeoCheck
}

/** What is wrong with pages, by rule. */
export function FindingsView(props: FindingsViewProps) {
  return (
    <>
      <Filters {...props} />
      <Groups {...props} />
    </>
  )
}

function Groups({ shown, change, lastFull }: FindingsViewProps) {
  const { t, format } = useTexts()
  const groups = useGroups(shown)
  if (!groups.data)
    return groups.isError ? (
      <LoadFailure query={groups} describe={(reason) => t('siteCheck.failedToLoad', { reason })} />
    ) : (
      <LoadingLines />
    )
  if (groups.data.length > 0)
    return groups.data.map((group) => <Group key={group.rule} group={group} shown={shown} change={change} />)
  const time = format.dateTime(lastFull.finished_at ?? lastFull.asked_at)
  return (
    <EmptyState title={t('siteCheck.findings.none')}>
      {isFiltered(shown)
        ? t('siteCheck.findings.noneFiltered')
        : t('siteCheck.findings.noneText', { number: format.number(lastFull.pages_done), time })}
    </EmptyState>
  )
}

function Filters({ shown, change }: Pick<FindingsViewProps, 'shown' | 'change'>) {
  const { t } = useTexts()
  return (
    <>
      <ButtonRow>
        <Segmented
          legend={t('siteCheck.findings.severity')}
          value={shown.severity ?? 'all'}
          options={(['all', ...severities] as const).map((value) => ({
            value,
            label: t(`siteCheck.findings.severities.${value}`),
          }))}
          onChange={(value) => change({ severity: value === 'all' ? undefined : value })}
        />
        <Segmented
          legend={t('siteCheck.findings.status')}
          value={shown.status}
          options={findingStatuses.map((value) => ({
            value,
            label: t(`siteCheck.findings.statuses.${value}`),
          }))}
          onChange={(status) => change({ status })}
        />
        <SelectFilter
          label={t('siteCheck.findings.language')}
          any={t('siteCheck.findings.everyLanguage')}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
          value={shown.language ?? ''}
          onChange={(value) => change({ language: isLanguage(value) ? value : undefined })}
        />
      </ButtonRow>
      {shown.path !== undefined && (
        <ButtonRow>
          <span>{t('siteCheck.findings.onPage', { path: shown.path })}</span>
          <Button size="xs" variant="default" onClick={() => change({ path: undefined })}>
            {t('siteCheck.findings.everyPage')}
          </Button>
        </ButtonRow>
      )}
    </>
  )
}

function Group({
  group,
  shown,
  change,
}: { group: FindingGroup } & Pick<FindingsViewProps, 'shown' | 'change'>) {
  const { t, format } = useTexts()
  const { rule, severity, count } = group
  const isOpen = shown.rule === rule
  const rule_title = t(`siteCheck.rules.${rule}.title`)
  const id = `rule-${rule}`
  return (
    <section className={styles.group}>
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => change({ rule: isOpen ? undefined : rule })}
        >
          <State symbol={severity === 'error' ? 'attention' : 'begun'} isError={severity === 'error'}>
            {t(`siteCheck.findings.severityOf.${severity}`)}
          </State>
          <span>{t('siteCheck.findings.count', { rule: rule_title, number: format.number(count) })}</span>
        </button>
      </h3>
      <div id={id} hidden={!isOpen}>
        {isOpen && <FindingList group={group} shown={shown} />}
      </div>
    </section>
  )
}
