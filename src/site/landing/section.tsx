import type { ReactNode } from 'react'
import type { PublishedText as Text } from '#features/content/contract.ts'
import { hasHeading } from '#features/content/site/headings.ts'
import { PublishedText } from '#features/content/site/published-text.tsx'

interface SectionProps {
  id: string
  label: string
  note: string
  children: ReactNode
}

/** A section: its label and note in the margin, its content beside them. */
export function Section({ id, label, note, children }: SectionProps) {
  return (
    <section className="entry" id={id}>
      <p className="margin">
        <b>{label}</b>
        {note}
      </p>
      <div className="section-body">{children}</div>
    </section>
  )
}

/** A section's text: the team's published text, if any, under the section's own title unless it has a heading. */
export function SectionText({
  title,
  text,
  children,
}: {
  title: string
  text: Text | undefined
  children?: ReactNode
}) {
  if (!text?.content) {
    return (
      <>
        <h2>{title}</h2>
        {children}
      </>
    )
  }
  return (
    <>
      {!hasHeading(text.content) && <h2>{title}</h2>}
      <PublishedText html={text.content} level={2} />
    </>
  )
}
