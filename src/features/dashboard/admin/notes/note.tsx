import { lazy, Suspense } from 'react'
import { FigureNote } from '#admin/kit/figure-note.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Figure } from './figures.ts'

// Only whoever asks needs the texts.
const NoteContent = lazy(async () => ({ default: (await import('./note-content.tsx')).NoteContent }))

interface NoteProps {
  figure: Figure
  /** What the figure is called. */
  name: string
  /** The figure itself as the button. */
  value?: string
}

/** The button beside a figure of the dashboard that opens what it means, whom it counts and where else it is. */
export function Note({ figure, name, value }: NoteProps) {
  const { t } = useTexts()
  return (
    <FigureNote title={t('dashboard.about', { figure: name })} {...(value && { figure: value })}>
      <Suspense fallback={<LoadingLines />}>
        <NoteContent figure={figure} />
      </Suspense>
    </FigureNote>
  )
}
