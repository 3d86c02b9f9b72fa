import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/build-app.ts'

const rules = readFileSync('deploy/prometheus/rules.yaml', 'utf8')
const dashboard = readFileSync('deploy/grafana/dashboard.json', 'utf8')
const guide = readFileSync('docs/operating.md', 'utf8')

let product: TestApp
let metrics: Set<string>

before(async () => {
  // A chain and a cache, so that their figures are there too; nobody listens.
  const env = {
    ...{ CHAIN_RPC_URL: 'http://127.0.0.1:9', CHAIN_KEY: `0x${'1'.repeat(64)}` },
    ...{ EDGE_CACHE: 'varnish', EDGE_CACHE_TOKEN: 'a-token-that-only-the-tests-know' },
    EDGE_CACHE_URL: 'http://127.0.0.1:9',
  }
  product = await startTestApp({ env })
  const { text } = await product.send('/metrics')
  metrics = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name))
})
after(() => product.close())

/** The names of metrics in expressions of PromQL: a word before braces, or `up`, which Prometheus makes itself. */
function metricsIn(text: string): Set<string> {
  const names = [...text.matchAll(/\b([a-z][a-z_]+)\{/g)].map(([, name = '']) => name)
  return new Set(
    names.filter((name) => name !== 'up').map((name) => name.replace(/_(bucket|count|sum)$/, '')),
  )
}

test('every figure of the alerts and the dashboard is one of the product', () => {
  for (const [what, text] of Object.entries({ rules, dashboard })) {
    const names = metricsIn(text)
    assert.ok(names.size > 20, what)
    for (const name of names) assert.ok(metrics.has(name), `${what}: ${name}`)
  }
})

test('every figure of the guide exists, and those it says to watch have an alert', () => {
  const rows = [...guide.matchAll(/^\| (`[a-z_]+[^|]*) \| [^|]+ \| ([^|]+) \|$/gm)].filter(([, names = '']) =>
    /`(?!X)[a-z]+_[a-z_]+/.test(names),
  )
  assert.ok(rows.length > 25)
  const alerted = metricsIn(rules)
  for (const [, named = '', when = ''] of rows) {
    const names = [...named.matchAll(/`([a-z]+(?:_[a-z]+)+)/g)].map(([, name = '']) => name)
    for (const name of names) assert.ok(metrics.has(name), `the guide: ${name}`)
    const isLeftToPeople =
      when.startsWith('None') || /live_streams|ledger_anchor_spent|mails_waiting/.test(named)
    assert.ok(isLeftToPeople || names.some((name) => alerted.has(name)), `no alert for ${named}`)
  }
})

test('the dashboard is one that Grafana imports: its panels have ids of their own and a place', () => {
  const { panels }: { panels: { id: number; type: string; gridPos: unknown; targets?: unknown[] }[] } =
    JSON.parse(dashboard)
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length)
  for (const { type, gridPos, targets = [] } of panels) {
    assert.ok(gridPos)
    assert.ok(type === 'row' || targets.length > 0)
  }
})
