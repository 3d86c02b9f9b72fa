import { readFileSync } from 'node:fs'
import apiReference from '@scalar/fastify-api-reference'
import Fastify from 'fastify'

/** The script of the API reference, with what makes it keep to our Content Security Policy and do without storage. */
export async function readApiReference(): Promise<string> {
  const plugin = Fastify()
  await plugin.register(apiReference, {
    routePrefix: '/reference',
    configuration: { url: '/api/openapi.json' },
  })
  const { statusCode, body } = await plugin.inject('/reference/js/scalar.js')
  if (statusCode !== 200) throw new Error('the API reference is no longer where the plugin served it')
  const before = ['tools/api-reference-storage.js', 'tools/api-reference-styles.js']
  return [...before.map((file) => readFileSync(file, 'utf8')), body].join('')
}
