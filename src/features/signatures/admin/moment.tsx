import { Detail } from '#admin/kit/layout/hint.tsx'
import { VisuallyHidden } from '#admin/kit/layout/visually-hidden.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { timeLeft } from './time-left.ts'

/** A day, its time in a tooltip; a dash where it has not come. */
export function MomentCell({ at, absent }: { at: string | null; absent: string }) {
  const { format } = useTexts()
  if (at === null) return <Absent text={absent} />
  return (
    <time dateTime={at} title={format.dateTime(at)}>
      {format.date(at)}
    </time>
  )
}

/** A dash, and what is missing for those who cannot see the column's heading. */
export function Absent({ text }: { text: string }) {
  return (
    <span data-absent>
      <span aria-hidden="true">–</span>
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  )
}

/** When the link of an open signature stops working, or did. */
export function Expiry({ at, isOver }: { at: string; isOver: boolean }) {
  const { t, format, language } = useTexts()
  const when = timeLeft(at, new Date(), language)
  return (
    <Detail>
      <time dateTime={at} title={format.dateTime(at)}>
        {t(isOver ? 'signatures.expired' : 'signatures.expires', { when })}
      </time>
    </Detail>
  )
}
