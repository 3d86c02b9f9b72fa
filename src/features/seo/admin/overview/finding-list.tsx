import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { Detail, Tag } from '#admin/kit/layout/hint.tsx'
import { GrowingList } from '#admin/kit/list/growing-list.tsx'
import { isolateWords } from '#admin/kit/texts/isolate.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { seoPermissions } from '#features/seo/permissions.ts'
import type { FindingGroup, GroupQuery, SeoFinding } from '#features/seo/prover/contract.ts'
import { DismissDialog, RestoreButton } from './dismissal.tsx'
import styles from './overview.module.css'
import { useFindings } from './use-site-check.ts'

/** The findings of a rule, each with where to repair it. */
export function FindingList({ group, shown }: { group: FindingGroup; shown: GroupQuery }) {
  const { t } = useTexts()
  const findings = useFindings(shown, group.rule)
  return (
    <GrowingList
      query={findings}
      describeFailure={(reason) => t('siteCheck.failedToLoad', { reason })}
      empty={<p>{t('siteCheck.findings.noneFiltered')}</p>}
      more={t('siteCheck.findings.more')}
    >
      {(finding) => <FindingRow key={finding.id} finding={finding} />}
    </GrowingList>
  )
}

function FindingRow({ finding }: { finding: SeoFinding }) {
  const { t, format } = useTexts()
  const mayDecide = useCan(seoPermissions.check)
  const [isAsking, setAsking] = useState(false)
  const { page, rule, variables, dismissed, status } = finding
  return (
    <li className={styles.finding}>
      <p className={styles.findingHead}>
        <a href={page} dir="ltr" target="_blank" rel="noreferrer" title={t('siteCheck.findings.openPage')}>
          {page}
        </a>
        {finding.is_new && status === 'open' && <Tag>{t('siteCheck.findings.new')}</Tag>}
      </p>
      <p>{t(`siteCheck.rules.${rule}.text`, stringsOf(variables, format.number))}</p>
      <Detail>
        {t('siteCheck.findings.since', { time: format.dateTime(finding.first_seen) })}
        {dismissed &&
          ` · ${t('siteCheck.findings.dismissedBy', { name: isolateWords(dismissed.by ?? '–'), reason: isolateWords(dismissed.reason) })}`}
      </Detail>
      <div className={styles.findingActions}>
        <RepairLink repair={finding.repair} />
        {mayDecide && status === 'open' && (
          <Button size="xs" variant="default" onClick={() => setAsking(true)}>
            {t('siteCheck.findings.dismiss')}
          </Button>
        )}
        {mayDecide && status === 'dismissed' && <RestoreButton id={finding.id} />}
      </div>
      {isAsking && <DismissDialog id={finding.id} onClose={() => setAsking(false)} />}
    </li>
  )
}

/** Numbers as the language writes them, statuses as they are; what stands in another script keeps its own direction. */
function stringsOf(
  { status, ...variables }: SeoFinding['variables'],
  write: (value: number) => string,
): Record<string, string> {
  const written = Object.entries(variables).map(([name, value]) => [
    name,
    typeof value === 'number' ? write(value) : isolateWords(value),
  ])
  return { ...Object.fromEntries(written), ...(status !== undefined && { status: String(status) }) }
}

function RepairLink({ repair: { kind, path } }: Pick<SeoFinding, 'repair'>) {
  const { t } = useTexts()
  const text = t(`siteCheck.repair.${kind}`)
  return path === null ? <span>{text}</span> : <Link to={path}>{text}</Link>
}
