import type { ReactNode } from 'react'
import type { PageInput } from '#site/contract.ts'
import type { CheckName } from './steps.ts'

type Say = (key: string) => string

/** The checks, whose code is loaded when the first of them is asked for. */
export function CheckForms({ assets, preview, t }: PageInput) {
  const life = preview ? { inert: true } : { 'data-island': assets.ledger }
  const say: Say = (key) => t(`ledger:check.${key}`)
  return (
    <div id="ledger-checks" {...life}>
      <p className="without-script">{say('without_script')}</p>
      <Check
        name="newest"
        say={say}
        other={
          <button type="button" name="download">
            {say('newest.download')}
          </button>
        }
      />
      <Check name="earlier" say={say}>
        <label htmlFor="earlier-checkpoint">{say('earlier.field')}</label>
        <textarea
          id="earlier-checkpoint"
          dir="ltr"
          rows={6}
          required
          spellCheck={false}
          autoComplete="off"
          maxLength={20000}
        />
      </Check>
      <Check name="entry" say={say}>
        <label htmlFor="wanted-entry">{say('entry.field')}</label>
        <input
          id="wanted-entry"
          dir="ltr"
          required
          spellCheck={false}
          autoComplete="off"
          maxLength={64}
          pattern="\s*([0-9٠-٩]{1,15}|[0-9a-fA-F]{64})\s*"
          title={say('entry.format')}
          aria-describedby="entry-format"
        />
        <small id="entry-format">{say('entry.format')}</small>
      </Check>
      {/* Shown once it is known that something is anchored. */}
      <Check name="anchor" say={say} hidden />
      <p className="unloaded" role="alert">
        {say('unloaded')}
      </p>
    </div>
  )
}

interface CheckProps {
  name: CheckName
  say: Say
  hidden?: boolean
  /** Another deed beside its own. */
  other?: ReactNode
  /** The field of what is to be checked. */
  children?: ReactNode
}

/** A check, and below it the place of its result. */
function Check({ name, say, hidden, other, children }: CheckProps) {
  return (
    <article id={`check-${name}`} hidden={hidden}>
      <h3>{say(`${name}.title`)}</h3>
      <p>{say(`${name}.text`)}</p>
      {/* With this method a form does nothing until its script is there, which the loader then tells that it was sent. */}
      <form method="dialog" data-check={name}>
        {children && <p className="field">{children}</p>}
        <p className="deeds">
          <button type="submit" className="button">
            {say(`${name}.start`)}
          </button>
          {other}
        </p>
      </form>
      <div />
    </article>
  )
}
