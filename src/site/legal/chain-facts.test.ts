import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadCatalogues } from '#platform/catalogues.ts'
import { startTestApp } from '../../../test/support/build-app.ts'

const catalogues = await loadCatalogues()
/** Nothing listens there: what pages say depends on the configuration alone. */
const chain = { CHAIN_RPC_URL: 'http://127.0.0.1:9/secret-of-the-node', CHAIN_KEY: `0x${'11'.repeat(32)}` }
const cases = [
  { name: 'without a chain', env: {}, anchored: false },
  { name: 'with a chain', env: chain, anchored: true },
] as const

for (const { name, env, anchored } of cases) {
  test(`${name}, the pages say so, and nothing of the node or the key`, async (context) => {
    const product = await startTestApp({ env })
    context.after(() => product.close())
    const t = catalogues.translator('es')
    const says = async (path: string, key: string) => {
      const { text } = await product.send(path)
      assert.doesNotMatch(text, /secret-of-the-node|11111111111111/)
      const plain = text.replace(/<[^>]+>/g, '').replaceAll('&#x27;', "'")
      return plain.includes(t(key, { name: 'Firmeza' }))
    }
    const ending = anchored ? '_anchored' : ''
    assert.ok(await says('/es/terms', `legal:terms.blockchain.state${ending}`))
    assert.ok(await says('/es/terms', `legal:terms.summary.items.blockchain${ending}.text`))
    assert.equal(await says('/es/privacy', 'legal:privacy.uses.anchored'), anchored)
    assert.ok(await says('/es/docs/security', `guides:security.state.register${ending}`))
    assert.equal(await says('/es/docs/security', 'guides:security.state.register'), !anchored)
  })
}
