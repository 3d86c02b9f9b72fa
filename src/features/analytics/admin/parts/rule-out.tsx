import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { Dialog } from '#admin/kit/dialog.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { Segmented } from '#admin/kit/form/segmented.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { NewBotRule, type VisitFigures } from '#features/analytics/contract.ts'
import { analyticsPermissions } from '#features/analytics/permissions.ts'
import { useShown } from './shown-context.tsx'
import { useBotRuleActions } from './use-bot-rules.ts'
import { useFiguresOf, visitSource } from './use-figures-of.ts'

/** Takes the visits that the screen is narrowed to out of the figures, after a look at how many they are. */
export function RuleOut({ figures }: { figures: VisitFigures }) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const canRuleOut = useCan(analyticsPermissions.ruleOutBots)
  if (!canRuleOut) return null
  return (
    <>
      <Button variant="default" size="sm" onClick={() => setOpen(true)}>
        {t('visits.rules.open')}
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={t('visits.rules.title')}>
        <Question figures={figures} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function Question({ figures, onClose }: { figures: VisitFigures; onClose: () => void }) {
  const { t, format } = useTexts()
  const shown = useShown()
  const [days, setDays] = useState<'always' | 'shown'>('always')
  const actions = useBotRuleActions({ done: onClose })
  const all = useFiguresOf({ ...shown, filters: {} }, visitSource)
  const [visits, total] = [figures.total.visits, all.data?.total.visits ?? 0]
  return (
    <Stack gap="medium">
      {all.data && (
        <p>
          {t('visits.rules.preview', {
            visits: format.number(visits),
            all: format.number(total),
            share: format.percent(total > 0 ? visits / total : 0),
          })}
        </p>
      )}
      <Segmented
        legend={t('visits.rules.days')}
        showsLegend
        options={(['always', 'shown'] as const).map((value) => ({
          value,
          label: t(`visits.rules.${value}`),
        }))}
        value={days}
        onChange={setDays}
      />
      <DialogActions
        confirm={t('visits.rules.confirm')}
        cancel={t('close')}
        isBusy={actions.isBusy}
        onConfirm={() =>
          actions.create(
            {
              filters: NewBotRule.shape.filters.parse(shown.filters),
              ...(days === 'shown' && { from: figures.from, to: figures.to }),
            },
            t('visits.rules.made'),
          )
        }
        onCancel={onClose}
      />
    </Stack>
  )
}
