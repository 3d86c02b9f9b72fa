import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAction } from '#admin/kit/api/use-action.ts'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { Segmented } from '#admin/kit/form/segmented.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Detail, Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { TextButton } from '#admin/kit/layout/text-button.tsx'
import { VisuallyHidden } from '#admin/kit/layout/visually-hidden.tsx'
import { DataTable } from '#admin/kit/list/data-table.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { EmptyState, Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { FilterList } from '#features/analytics/admin/parts/filter-list.tsx'
import { listActive, listUnapplied } from '#features/analytics/admin/parts/shown.ts'
import { useShown } from '#features/analytics/admin/parts/shown-context.tsx'
import { NewReportMail, type ReportMail, type ReportMails } from '#features/reports/contract.ts'
import { type Cadence, cadences } from '#features/reports/model.ts'
import { useReportActions, useReportMails } from './use-reports.ts'

/** The reports that the user gets by mail, and a form for another one. */
export function MailsPanel() {
  const { t } = useTexts()
  const mails = useReportMails()
  return (
    <Panel title={t('reports.mails.title')}>
      <Stack gap="medium">
        <Hint>{t('reports.mails.intro')}</Hint>
        {mails.isError && !mails.data && <LoadFailure query={mails} title={t('reports.mails.failed')} />}
        {mails.isPending && <LoadingLines />}
        {mails.data && (
          <>
            <Destination mails={mails.data} />
            <ReportForm />
            <ReportList mails={mails.data} />
          </>
        )}
      </Stack>
    </Panel>
  )
}

/** Where reports go, or why they go nowhere. */
function Destination({ mails: { email, can_send: canSend } }: { mails: ReportMails }) {
  const { t } = useTexts()
  if (!canSend) return <Notice>{t('reports.mails.noServer')}</Notice>
  if (email === null)
    return (
      <Notice actions={<Link to="/admin/profile#address">{t('reports.mails.addAddress')}</Link>}>
        {t('reports.mails.noAddress')}
      </Notice>
    )
  return (
    <Hint>
      {t('reports.mails.address')} <bdi dir="ltr">{email}</bdi>
    </Hint>
  )
}

function ReportForm() {
  const { t } = useTexts()
  const shown = useShown()
  const { receive } = useReportActions()
  const [cadence, setCadence] = useState<Cadence>('weekly')
  const { isBusy, run } = useAction()
  return (
    <Stack>
      <Segmented
        legend={t('reports.mails.cadence')}
        showsLegend
        options={cadences.map((value) => ({ value, label: t(`reports.mails.${value}`) }))}
        value={cadence}
        onChange={setCadence}
      />
      {listUnapplied(shown, 'people').length > 0 && <Hint>{t('reports.mails.withoutPeople')}</Hint>}
      <ButtonRow>
        <Button
          loading={isBusy}
          onClick={() =>
            run(
              () => receive(NewReportMail.parse({ cadence, filters: shown.filters })),
              t('reports.mails.made'),
            )
          }
        >
          {t('reports.mails.make')}
        </Button>
      </ButtonRow>
    </Stack>
  )
}

function ReportList({ mails: { reports, email, can_send: canSend } }: { mails: ReportMails }) {
  const { t, format } = useTexts()
  const { send, stop } = useReportActions()
  const [stopped, setStopped] = useState<ReportMail>()
  const sending = useAction()
  const stopping = useAction({ onSettled: () => setStopped(undefined) })
  if (reports.length === 0) return <EmptyState title={t('reports.mails.none')} />
  const whatOf = ({ filters }: ReportMail) =>
    listActive(filters).length > 0 ? <FilterList filters={filters} /> : t('reports.mails.all')
  return (
    <>
      <DataTable
        caption={t('reports.mails.list')}
        cardsBelow="wide"
        rows={reports}
        keyOf={({ id }) => id}
        columns={[
          {
            key: 'what',
            label: t('reports.mails.report'),
            isRowHeader: true,
            cell: (report) => (
              <>
                {t(`reports.mails.${report.cadence}`)}
                <Detail>{whatOf(report)}</Detail>
              </>
            ),
          },
          {
            key: 'next',
            label: t('reports.mails.next'),
            cell: ({ due_at: at }) => format.dateTime(at),
          },
          {
            key: 'actions',
            label: <VisuallyHidden>{t('reports.mails.actions')}</VisuallyHidden>,
            cell: (report) => (
              <ButtonRow>
                {canSend && email !== null && (
                  <TextButton
                    onClick={() => sending.run(() => send(report.id), t('reports.mails.sent', { email }))}
                  >
                    {t('reports.mails.send')}
                  </TextButton>
                )}
                <TextButton onClick={() => setStopped(report)}>{t('reports.mails.stop')}</TextButton>
              </ButtonRow>
            ),
          },
        ]}
      />
      <ConfirmDialog
        opened={stopped !== undefined}
        title={t('reports.mails.stopTitle')}
        confirm={t('reports.mails.stop')}
        cancel={t('close')}
        isBusy={stopping.isBusy}
        onConfirm={() => stopped && stopping.run(() => stop(stopped.id), t('reports.mails.stopped'))}
        onClose={() => setStopped(undefined)}
      >
        {stopped && whatOf(stopped)}
      </ConfirmDialog>
    </>
  )
}
