import { Popover } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from './figure-note.module.css'
import { CloseIcon } from './icons.tsx'

interface FigureNoteProps {
  /** The heading of the note, and what its button is called. */
  title: string
  /** The figure itself as the button, where a sign beside each would be too much. */
  figure?: string
  /** What the note says; mounted while it is open. */
  children: ReactNode
}

/** The button beside a figure that opens what it means. Escape or a press elsewhere closes it, and the focus returns. */
export function FigureNote({ title, figure, children }: FigureNoteProps) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const titleId = useId()
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      width="min(23rem, calc(100vw - 1.5rem))"
      hideDetached={false}
      trapFocus
      returnFocus
      shadow="none"
    >
      <Popover.Target>
        <button
          type="button"
          className={figure ? styles.figure : styles.sign}
          aria-label={figure ? `${figure}. ${title}` : title}
          onClick={() => setOpen(!isOpen)}
        >
          {figure ?? <span aria-hidden="true">?</span>}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.note ?? ''} aria-labelledby={titleId}>
        <div className={styles.head}>
          <p id={titleId}>{title}</p>
          <button type="button" aria-label={t('close')} onClick={() => setOpen(false)}>
            <CloseIcon />
          </button>
        </div>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
