import type { Ref } from 'react'
import type { FormTexts } from './form-texts.ts'
import { PioneerBadge } from './pioneer-badge.tsx'

interface RegisteredProps {
  texts: FormTexts
  name: string
  bent: boolean
  /** The address of the empty form, for those without scripts. */
  again: string
  onAgain?: () => void
  headingRef?: Ref<HTMLHeadingElement>
}

/** What a visitor sees once registered: the badge, what happens next, and the way to register another guest. */
export function Registered({ texts, name, bent, again, onAgain, headingRef }: RegisteredProps) {
  return (
    <div className="form done">
      <div className="award">
        <PioneerBadge
          label={texts['registered.badge_label']}
          word={texts['registered.badge']}
          name={name}
          bent={bent}
        />
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
