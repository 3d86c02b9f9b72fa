import type { Ref } from 'react'
import { BadgeSeal } from '#ui/badge-seal-picture.tsx'
import type { FormTexts } from './form-texts.ts'
import type { RegistrationProps } from './registration-props.ts'

interface RegisteredProps extends Pick<RegistrationProps, 'links'> {
  texts: FormTexts
  /** The address of the empty form, for those without scripts. */
  again: string
  onAgain?: () => void
  headingRef?: Ref<HTMLHeadingElement>
}

/**
 * What a visitor sees once their request has arrived: what happens next, what they can do meanwhile, the badge that the
 * programme gives, and the way to register another guest.
 */
export function Registered({ texts, links, again, onAgain, headingRef }: RegisteredProps) {
  const { badge, steps } = texts
  return (
    <div className="form done">
      <h3 tabIndex={-1} ref={headingRef}>
        {texts['registered.title']}
      </h3>
      <h4>{texts['registered.next']}</h4>
      <ol className="steps">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className="checks">
        <a href={links.docs}>{texts['registered.docs']}</a>
        <a href={links.share}>{texts['registered.share']}</a>
      </p>
      {badge && (
        <div className="award">
          <BadgeSeal className="badge" type="pioneer" size={272} label={badge.label} />
          <p>{badge.text}</p>
        </div>
      )}
      <a
        className="button"
        href={again}
        onClick={(event) => {
          if (!onAgain) return
          event.preventDefault()
          onAgain()
        }}
      >
        {texts['registered.again']}
      </a>
    </div>
  )
}
