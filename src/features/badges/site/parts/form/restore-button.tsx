import { createPortal } from 'react-dom'
import type { Translate } from '#site/contract.ts'

interface RestoreButtonProps {
  t: Translate
  /** Where it is added. */
  actions: Element
  onClick: () => void
}

/** The button that puts a changed sample back as it was signed, beside the one that checks it. */
export function RestoreButton({ t, actions, onClick }: RestoreButtonProps) {
  return createPortal(
    <button type="button" className="restore" onClick={onClick}>
      {t('sample:result.restore')}
    </button>,
    actions,
  )
}
