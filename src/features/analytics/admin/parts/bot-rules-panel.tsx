import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { Detail } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { DataTable } from '#admin/kit/list/data-table.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { State } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { BotRule } from '#features/analytics/contract.ts'
import { analyticsPermissions } from '#features/analytics/permissions.ts'
import { FilterList } from './filter-list.tsx'
import { useBotRuleActions, useBotRules } from './use-bot-rules.ts'
import './texts.ts'

/** Which visits the team has taken out of the figures, with a way back. Nothing while there are none. */
export function BotRulesPanel() {
  const { t } = useTexts()
  const rules = useBotRules()
  if (rules.isError && !rules.data)
    return (
      <Panel title={t('visits.rules.list')}>
        <LoadFailure query={rules} title={t('visits.rules.failed')} />
      </Panel>
    )
  if (!rules.data?.length) return null
  return (
    <Panel title={t('visits.rules.list')}>
      <RuleTable rules={rules.data} />
    </Panel>
  )
}

const symbols = { applying: 'begun', active: 'done', undoing: 'begun' } as const

function RuleTable({ rules }: { rules: BotRule[] }) {
  const { t, format } = useTexts()
  const canUndo = useCan(analyticsPermissions.ruleOutBots)
  const [asked, setAsked] = useState<BotRule>()
  const actions = useBotRuleActions({ done: () => setAsked(undefined) })
  return (
    <>
      <DataTable
        caption={t('visits.rules.list')}
        cardsBelow="narrow"
        rows={rules}
        keyOf={({ id }) => id}
        columns={[
          {
            key: 'rule',
            label: t('visits.rules.rule'),
            isRowHeader: true,
            cell: (rule) => (
              <>
                <FilterList filters={rule.filters} />
                <Detail>
                  <RuleDays rule={rule} />
                </Detail>
              </>
            ),
          },
          {
            key: 'status',
            label: t('visits.rules.taken'),
            cell: ({ status, visits, views }) => (
              <>
                <State symbol={symbols[status]}>{t(`visits.rules.status.${status}`)}</State>
                <Detail>
                  {t('visits.visits')}: {format.number(visits)} · {t('visits.views')}: {format.number(views)}
                </Detail>
              </>
            ),
          },
          { key: 'by', label: t('visits.rules.by'), cell: (rule) => <Author rule={rule} /> },
          ...(canUndo
            ? [
                {
                  ...{ key: 'undo', label: t('visits.rules.undo'), width: '8rem' },
                  cell: (rule: BotRule) => (
                    <Button
                      variant="default"
                      size="sm"
                      disabled={rule.status === 'undoing'}
                      onClick={() => setAsked(rule)}
                    >
                      {t('visits.rules.undo')}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      <ConfirmDialog
        opened={asked !== undefined}
        title={t('visits.rules.undoQuestion')}
        confirm={t('visits.rules.undo')}
        cancel={t('close')}
        isBusy={actions.isBusy}
        onConfirm={() => asked && actions.undo(asked.id)}
        onClose={() => setAsked(undefined)}
      >
        {asked && <FilterList filters={asked.filters} />}
      </ConfirmDialog>
    </>
  )
}

function Author({ rule: { author, created_at: at } }: { rule: BotRule }) {
  const { format } = useTexts()
  return (
    <>
      {author && <bdi>{author}</bdi>}
      <Detail>{format.dateTime(at)}</Detail>
    </>
  )
}

function RuleDays({ rule: { from, to } }: { rule: BotRule }) {
  const { t, format } = useTexts()
  if (from && to) return t('visits.rules.between', { from: format.day(from), to: format.day(to) })
  return from ? t('visits.rules.from', { day: format.day(from) }) : t('visits.rules.always')
}
