import { Dialog } from '#admin/kit/dialog.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { isolateWords } from '#admin/kit/texts/isolate.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { SocialAccount } from '#features/social/accounts/contract.ts'
import { platformNames } from '#features/social/contract.ts'
import { NeighbourNotes } from './neighbour-notes.tsx'
import type { Composing } from './use-composer.ts'

/** The question before posts are sent: to publish at once, or to say nearly the same as posts that are there. */
export function SendingQuestion({ composer }: { composer: Composing }) {
  const { t } = useTexts()
  const { question, isAsking, answer } = composer
  const isNow = question.kind === 'now'
  return (
    <Dialog
      opened={isAsking}
      onClose={() => answer(false)}
      title={t(isNow ? 'composer.now.title' : 'composer.twice.title')}
    >
      <Stack>
        {isNow && <WhereTo composer={composer} />}
        <NeighbourNotes neighbours={question.neighbours} onOpen={() => answer(false)} />
      </Stack>
      <DialogActions
        confirm={t(isNow ? 'composer.now.open' : 'composer.twice.confirm')}
        cancel={t(isNow ? 'composer.now.cancel' : 'composer.twice.cancel')}
        focus="cancel"
        onConfirm={() => answer(true)}
        onCancel={() => answer(false)}
      />
    </Dialog>
  )
}

/** To which accounts something is published at once, and to which of them a person posts. */
function WhereTo({ composer: { chosen } }: { composer: Composing }) {
  const { t, format } = useTexts()
  const namesOf = (mode: SocialAccount['mode']) =>
    chosen
      .filter((account) => account.mode === mode)
      .map(({ platform, account_name }) => isolateWords(`${platformNames[platform]} (${account_name})`))
  const [automatic, byHand] = [namesOf('automatic'), namesOf('assisted')]
  return (
    <p>
      {automatic.length > 0 && t('composer.now.text', { list: format.list(automatic) })}
      {automatic.length > 0 && byHand.length > 0 && ' '}
      {byHand.length > 0 && t('composer.now.byHand', { list: format.list(byHand) })}
    </p>
  )
}
