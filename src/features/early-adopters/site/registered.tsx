import type { Ref } from 'react'
import { BadgeSeal } from '#ui/badge-seal-picture.tsx'
import type { FormTexts } from './form-texts.ts'

interface RegisteredProps {
  texts: FormTexts
  /** The address of the empty form, for those without scripts. */
  again: string
  onAgain?: () => void
  headingRef?: Ref<HTMLHeadingElement>
}

/** What a visitor sees once registered: the badge, what happens next, and the way to register another guest. */
export function Registered({ texts, again, onAgain, headingRef }: RegisteredProps) {
  return (
    <div className="form done">
      <div className="award">
        <BadgeSeal className="badge" type="pioneer" size={272} label={texts['registered.badge_label']} />
        <div>
          <h3 tabIndex={-1} ref={headingRef}>
            {texts['registered.title']}
          </h3>
          <p>{texts['registered.badge_text']}</p>
        </div>
      </div>
      <h4>{texts['registered.next']}</h4>
      <ol className="steps">
        <li>{texts['registered.steps.1']}</li>
        <li>{texts['registered.steps.2']}</li>
        <li>{texts['registered.steps.3']}</li>
      </ol>
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
