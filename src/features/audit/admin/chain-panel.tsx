import { Button } from '@mantine/core'
import { CopyField } from '#admin/kit/form/copy-field.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { ProgressBar } from '#admin/kit/layout/progress-bar.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { AuditHead } from '#features/audit/contract.ts'
import { useAuditHead, useChainCheck } from './use-audit.ts'

/** Whether the chain is whole, its end to note down, and a button to check it. */
export function ChainPanel() {
  const { t } = useTexts()
  const head = useAuditHead()
  return (
    <Panel title={t('audit.chain.title')}>
      <Hint>{t('audit.chain.text')}</Hint>
      {head.isPending && <LoadingBlock height={120} />}
      {head.isError && !head.data && <LoadFailure query={head} />}
      {head.data && <Chain head={head.data} />}
    </Panel>
  )
}

function Chain({ head }: { head: AuditHead }) {
  const { t, format } = useTexts()
  const { start, checked, result, failure } = useChainCheck()
  const brokenAt = result ? result.broken_at : head.broken_at
  const isChecking = checked !== undefined
  return (
    <Stack>
      {brokenAt !== null && (
        <Notice kind="error" title={t('audit.chain.broken', { position: format.number(brokenAt) })}>
          {t('audit.chain.brokenText')}
        </Notice>
      )}
      <p role="status">
        {result && brokenAt === null
          ? t('audit.chain.whole', { count: result.checked_to, number: format.number(result.checked_to) })
          : t('audit.chain.chained', { count: head.position, number: format.number(head.position) })}{' '}
        {!result && head.checked_at && t('audit.chain.checked', { time: format.dateTime(head.checked_at) })}
      </p>
      {isChecking && <ProgressBar label={t('audit.chain.checking')} value={checked} max={head.position} />}
      {failure && <Notice kind="error">{failure}</Notice>}
      <div>
        <Button variant="default" loading={isChecking} onClick={start}>
          {t('audit.chain.check')}
        </Button>
      </div>
      <CopyField label={t('audit.chain.head')} value={`${head.position} ${head.hash}`} />
    </Stack>
  )
}
