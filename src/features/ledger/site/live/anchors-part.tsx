import type { PageInput } from '#site/contract.ts'

/** What stands in a text for what the script fills in. */
const slots = { size: '{size}', number: '{number}' }

/** What the ledger has in a public chain: shown by its script once something is there. */
export function AnchorsPart({ t }: Pick<PageInput, 't'>) {
  const say = (key: string) => t(`ledger:anchors.${key}`, slots)
  return (
    <section className="anchors" id="anchors" aria-labelledby="anchors-title" hidden>
      <h3 id="anchors-title">{say('title')}</h3>
      <p>{say('text')}</p>
      <dl className="heads">
        <div>
          <dt>{say('chain')}</dt>
          <dd>
            <bdi data-slot="chain" />
          </dd>
        </div>
        <div>
          <dt>{say('newest')}</dt>
          <dd data-slot="anchor-size" />
        </div>
        <div>
          <dt>{say('at')}</dt>
          <dd>
            <time data-slot="anchor-at" />
          </dd>
        </div>
        <div>
          <dt>{say('block')}</dt>
          <dd data-slot="anchor-block" />
        </div>
        <div>
          <dt>{say('transaction')}</dt>
          <dd data-slot="anchor-transaction" />
        </div>
        <div>
          <dt>{say('since')}</dt>
          <dd data-slot="anchor-since" />
        </div>
      </dl>
      <p className="ways">
        <a className="button" href="#check-anchor">
          {say('check')}
        </a>
      </p>
      <h4 id="all-anchors">{say('list')}</h4>
      <p className="list-fault" role="alert" data-slot="anchors-fault" data-text={say('fault')} />
      <ol className="rows" aria-labelledby="all-anchors" />
      <button type="button">{say('more')}</button>
      <template>
        <li>
          <span data-slot="row-size">{say('row')}</span>
          <span data-slot="row-block">{say('row_block')}</span>
          <time data-slot="row-at" />
          <span data-slot="row-transaction" />
        </li>
      </template>
    </section>
  )
}
