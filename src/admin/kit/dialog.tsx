import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { CloseIcon } from './icons.tsx'
import { useFocusReturn } from './use-focus-return.ts'
import { useInertPage } from './use-inert-page.ts'

interface DialogProps {
  opened: boolean
  /** Without it, only an answer closes it. */
  onClose?: () => void
  title: string
  size?: string
  children: ReactNode
}

/** A modal dialog. Mantine's `Modal` puts its title in a `header`, which would be a second banner of the page. */
export function Dialog({ opened, onClose, title, size = '32rem', children }: DialogProps) {
  const { t } = useTexts()
  const isOnTop = useInertPage(opened)
  useFocusReturn(opened)
  return (
    // Of stacked dialogs, Escape closes only the one on top.
    <Modal.Root
      {...{ opened, size }}
      onClose={onClose ?? (() => {})}
      closeOnEscape={isOnTop}
      closeOnClickOutside={false}
      centered
    >
      {/* The second press of a double click on what opened it is not meant to close it. */}
      <Modal.Overlay onClick={({ detail }) => detail < 2 && onClose?.()} />
      <Modal.Content>
        <div className="dialog-head">
          <Modal.Title>{title}</Modal.Title>
          {onClose && <Modal.CloseButton aria-label={t('close')} icon={<CloseIcon />} />}
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
