import { ledgerSteps, sampleAmounts } from '#features/badges/sample/model.ts'
import type { PageInput } from '#site/contract.ts'

/** The amounts of the sample ledger, for the visitor to change and check. Works once touched. */
export function LedgerForm({ language, facts, assets, preview, t }: PageInput) {
  const say = (key: string) => t(`sample:${key}`)
  // In a preview it is inactive.
  const life = preview
    ? { inert: true }
    : { 'data-island': assets.badges, 'data-props': JSON.stringify({ language, origin: facts.publicUrl }) }
  return (
    <div className="ledger">
      <h3>{say('ledger.title')}</h3>
      <p>{say('ledger.text')}</p>
      <form id="sample-ledger" method="dialog" {...life}>
        <div className="amounts">
          {ledgerSteps.map((step) => (
            <p className="field" key={step}>
              <label htmlFor={step}>{t(`use-cases:transparency.how.labels.${step}`)}</label>
              <input
                id={step}
                name={step}
                defaultValue={sampleAmounts[step]}
                inputMode="numeric"
                maxLength={20}
              />
            </p>
          ))}
        </div>
        <p className="actions">
          <button type="submit" className="button">
            {say('section.check')}
          </button>
        </p>
        <p className="unloaded" role="alert">
          {say('section.unloaded')}
        </p>
      </form>
      <div id="ledger-result" />
    </div>
  )
}
