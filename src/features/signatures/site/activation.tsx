import { useEffect, useRef } from 'react'
import { ActivationForm } from '#features/signatures/site/form/activation-form.tsx'
import { Activated } from './activated.tsx'
import type { IslandProps } from './activation-props.ts'
import { RefusedLink } from './refused-link.tsx'
import { type Stage, StageList } from './stage-list.tsx'
import { titleOf } from './title.ts'
import { type ActivationControls, useActivation } from './use-activation.ts'

/** The activation from the check of the link to the active signature. */
export function Activation(props: IslandProps) {
  const { state, t } = props
  const controls = useActivation(props)
  const { screen } = controls
  const title = (screen.view === 'refused' && screen.message) || t(titleOf(screen))
  const heading = useHeading(screen.view, title)
  const isRevoked = screen.view === 'activated' && screen.signature.revokedAt !== null
  return (
    <>
      <section className="entry activation" data-view={screen.view}>
        <p className="margin">
          <b>{t('activation:label')}</b>
        </p>
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {screen.view === 'form' && <p className="lead">{t('activation:lead')}</p>}
        {screen.view !== 'refused' && <StageList stage={stageOf(controls)} {...{ isRevoked, controls, t }} />}
        {screen.view === 'refused' && (
          <RefusedLink {...props} asked={state.view === 'refused' ? state : {}} isKept={screen.isKept} />
        )}
      </section>
      {screen.view === 'form' && <ActivationForm {...props} state={screen.state} controls={controls} />}
      {screen.view === 'activated' && (
        <Activated {...props} token={state.token} signature={screen.signature} />
      )}
    </>
  )
}

/** Moves the focus to the heading of what has taken the place of the form, and names the window after it. */
function useHeading(view: string, title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const first = useRef(view)
  const named = useRef(title)
  useEffect(() => {
    if (first.current === view) return
    heading.current?.focus({ preventScroll: true })
    scrollTo({ top: 0, behavior: 'instant' })
    // After the heading stands the name of the site.
    document.title = document.title.replace(named.current, title)
    named.current = title
  }, [view, title])
  return heading
}

function stageOf({ screen, checkStatus }: ActivationControls): Stage {
  if (screen.view === 'activated') return 'done'
  return checkStatus === 'running' || checkStatus === 'failed' ? 'link' : 'form'
}
