import type { PageInput } from '#site/contract.ts'

interface CheckFormsProps {
  input: PageInput
  /** The certificate that is checked at once. */
  id?: string
}

/** The ways to bring a certificate, and the place of what the check finds. */
export function CheckForms({ input, id }: CheckFormsProps) {
  const { assets, facts, preview, t } = input
  const say = (key: string) => t(`certificate-page:${key}`)
  const life = preview ? { inert: true } : { 'data-island': assets['signatures-verify'], 'data-near': '' }
  const result = <div id="check-result" />
  return (
    <div
      id="certificate-check"
      {...life}
      data-origin={facts.publicUrl}
      data-site-name={facts.name}
      data-id={id}
    >
      {id !== undefined && result}
      <p className="without-script">{say('check.without_script')}</p>
      <div className="ways-in">
        <div className="drop">
          <p id="drop-text">{say('drop.text')}</p>
          <label className="button">
            <input
              type="file"
              accept=".txt,.pdf,.json,text/plain,application/pdf,application/json"
              aria-describedby="drop-text"
            />
            {say('drop.choose')}
          </label>
          <div className="scan" hidden>
            <button type="button" name="start">
              {say('scan.start')}
            </button>
            <button type="button" name="stop">
              {say('scan.stop')}
            </button>
            <p className="hint">{say('scan.hint')}</p>
            <p className="refused" role="alert">
              {say('scan.refused')}
            </p>
            <video muted playsInline />
          </div>
        </div>
        <IdForm input={input} />
        {/* With this method a form does nothing until its script is there: what is pasted is never sent. */}
        <form method="dialog" data-check="text">
          <p className="field">
            <label htmlFor="pasted-text">{say('paste.field')}</label>
            <textarea
              id="pasted-text"
              dir="auto"
              rows={5}
              required
              spellCheck={false}
              autoComplete="off"
              maxLength={200000}
            />
          </p>
          <button type="submit" className="button">
            {say('paste.start')}
          </button>
        </form>
      </div>
      <p className="unloaded" role="alert">
        {say('check.unloaded')}
      </p>
      {id === undefined && result}
    </div>
  )
}

/** The form that leads to a certificate by its id; it works without scripts too. */
function IdForm({ input: { language, t } }: { input: PageInput }) {
  const say = (key: string) => t(`certificate-page:id.${key}`)
  return (
    <form method="get" action={`/${language}/verify/by-id`} data-check="id">
      <p className="field">
        <label htmlFor="wanted-id">{say('field')}</label>
        <input
          id="wanted-id"
          name="id"
          dir="ltr"
          required
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="none"
          maxLength={300}
          aria-describedby="id-format"
        />
        <small id="id-format">{say('format')}</small>
      </p>
      <button type="submit" className="button">
        {say('start')}
      </button>
    </form>
  )
}
