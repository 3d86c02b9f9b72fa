import { type FormEvent, useMemo, useState } from 'react'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { SearchSelect } from '#admin/kit/form/search-select.tsx'
import { StackedForm } from '#admin/kit/form/stacked-form.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { listZones, zoneName } from '#admin/kit/moment.ts'
import { Notice } from '#admin/kit/notice.tsx'
import { isolateWords } from '#admin/kit/texts/isolate.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import type { Slot, SocialAccount } from '#features/social/accounts/contract.ts'
import { platformNames } from '#features/social/contract.ts'
import { AddSlot, type TypedSlot } from './add-slot.tsx'
import { addSlots, type SlotChange, type SlotFault } from './slot-edit.ts'
import { useSetTimetable } from './use-timetable.ts'
import { WeekRows } from './week-rows.tsx'

interface TimetableDialogProps {
  /** The account whose timetable is changed; the dialog is closed without one. */
  account: SocialAccount | undefined
  onClose: () => void
}

/** At which times of every week posts of an account are queued. */
export function TimetableDialog({ account, onClose }: TimetableDialogProps) {
  const { t } = useTexts()
  return (
    <Dialog
      opened={account !== undefined}
      onClose={onClose}
      title={t('accounts_screen.timetable.title')}
      size="40rem"
    >
      {account && <TimetableForm key={account.id} account={account} onClose={onClose} />}
    </Dialog>
  )
}

function TimetableForm({ account, onClose }: { account: SocialAccount; onClose: () => void }) {
  const { t } = useTexts()
  const toasts = useToasts()
  const save = useSetTimetable()
  const { isBusy, failure, run } = useAction({ showsFailure: true })
  const [zone, setZone] = useState(account.timetable.time_zone)
  const [slots, setSlots] = useState(account.timetable.slots)
  const [typed, setTyped] = useState<TypedSlot>({ choice: 'workdays', time: '' })
  const [fault, setFault] = useState<SlotFault>()
  const zones = useMemo(
    () => listZones(account.timetable.time_zone).map((value) => ({ value, label: zoneName(value) })),
    [account],
  )

  /** Makes a change and returns the slots, or says why not. */
  function apply(change: SlotChange): Slot[] | undefined {
    const changed = 'slots' in change ? change.slots : undefined
    if (changed) setSlots(changed)
    setFault('fault' in change ? change.fault : undefined)
    return changed
  }
  function addTyped(): Slot[] | undefined {
    const changed = apply(addSlots(slots, typed.choice, typed.time))
    if (changed) setTyped({ ...typed, time: '' })
    return changed
  }
  function send(event: FormEvent) {
    event.preventDefault()
    // A time that was typed and not added is meant as well.
    const complete = typed.time === '' ? slots : addTyped()
    if (!complete) return
    run(async () => {
      await save(account.id, { time_zone: zone, slots: complete })
      toasts.show('success', t('accounts_screen.timetable.saved'))
      onClose()
    })
  }
  return (
    <StackedForm onSubmit={send}>
      <Hint>
        {t('accounts_screen.timetable.text', {
          name: isolateWords(`${platformNames[account.platform]}, ${account.account_name}`),
        })}
      </Hint>
      <SearchSelect
        label={t('accounts_screen.timetable.zone')}
        nothing={t('accounts_screen.timetable.noZone')}
        isCode
        options={zones}
        value={zone}
        onChange={setZone}
      />
      <AddSlot typed={typed} fault={fault} onType={setTyped} onAdd={addTyped} />
      <WeekRows slots={slots} onChange={apply} />
      {failure && <Notice kind="error">{failure}</Notice>}
      <DialogActions
        confirm={t('accounts_screen.timetable.save')}
        cancel={t('accounts_screen.cancel')}
        isBusy={isBusy}
        onCancel={onClose}
      />
    </StackedForm>
  )
}
